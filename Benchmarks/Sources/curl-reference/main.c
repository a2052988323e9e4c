// The measure of PorticoCurl: a C program on libcurl's multi interface, with reused handles and the body discarded.
//
//     curl-reference URL REQUESTS IN_FLIGHT [h2]
//
// It prints one JSON object: requests per second, CPU in microseconds a request, the bytes received, and the failures.

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static size_t received;

static size_t discard(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes, (void)context;
    received += size * count;
    return size * count;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double cpu(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static CURL *make_handle(const char *url, int h2) {
    CURL *easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, discard);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 524288L);
    if (h2) {
        curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
        curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
        curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 0L);
        curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 0L);
    }
    return easy;
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    long total = atol(argv[2]), started = 0, ended = 0, failed = 0;
    int in_flight = atoi(argv[3]), h2 = argc > 4, running = 0;
    curl_global_init(CURL_GLOBAL_DEFAULT);
    CURLM *multi = curl_multi_init();
    for (; started < in_flight && started < total; started++) curl_multi_add_handle(multi, make_handle(argv[1], h2));
    double start = seconds(), start_cpu = cpu();
    while (ended < total) {
        curl_multi_perform(multi, &running);
        CURLMsg *message;
        for (int left; (message = curl_multi_info_read(multi, &left));) {
            CURL *easy = message->easy_handle;
            long status = 0;
            curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
            failed += message->data.result != CURLE_OK || status != 200;
            ended++;
            curl_multi_remove_handle(multi, easy);
            if (started < total) {
                started++;
                curl_multi_add_handle(multi, easy);
            }
        }
        if (ended < total) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    double wall = seconds() - start, used = cpu() - start_cpu;
    printf("{\"rps\": %.0f, \"cpu_us\": %.2f, \"bytes\": %zu, \"failed\": %ld}\n", (double)total / wall,
           used / (double)total * 1e6, received, failed);
    return failed != 0;
}
