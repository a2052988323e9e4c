// The measure of PorticoCurl: a C program on libcurl, with reused handles, the body discarded, and no log.
//
//     c-client fetch URL IN_FLIGHT AMOUNT      on the multi interface
//     c-client easy URL 1 AMOUNT               on the easy interface
//     c-client download URL FILE AMOUNT
//     c-client upload URL FILE AMOUNT
//
// An amount is a time, `1.5s`, or a number of requests, `1000`. What was measured is printed as one JSON object. For
// downloads and uploads the buffers are as large as PorticoCurl's.

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    double seconds, processor;
    long memory, peak_memory; // KiB
} use;

static struct {
    double seconds; // zero where it is a number
    long count;
} amount;

static size_t discard(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes, (void)context;
    return size * count;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static use use_now(void) {
    use result = {.seconds = now()};
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    result.processor = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    FILE *status = fopen("/proc/self/status", "r");
    char line[256];
    while (status && fgets(line, sizeof line, status)) {
        sscanf(line, "VmRSS: %ld", &result.memory);
        sscanf(line, "VmHWM: %ld", &result.peak_memory);
    }
    if (status) fclose(status);
    return result;
}

static void print(long count, use start) {
    use end = use_now();
    printf("{\"count\": %ld, \"seconds\": %.6f, \"cpu_us\": %.3f, \"peak_kb\": %ld, \"idle_kb\": %ld}\n", count,
           end.seconds - start.seconds, (end.processor - start.processor) * 1e6 / (double)count, end.peak_memory,
           start.memory);
}

static int has_more(long started, double start) {
    return amount.seconds > 0 ? now() - start < amount.seconds : started < amount.count;
}

static CURL *make_handle(const char *url) {
    CURL *easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, discard);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    if (!strncmp(url, "https", 5)) {
        curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
        curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
        curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 0L);
        curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 0L);
    }
    return easy;
}

static void fail(const char *what) {
    fprintf(stderr, "c-client: %s\n", what);
    exit(1);
}

static void check(CURL *easy, CURLcode code) {
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    if (code != CURLE_OK) fail(curl_easy_strerror(code));
    if (status < 200 || status > 299) fail("the answer is no success");
}

static void perform(CURL *easy) { check(easy, curl_easy_perform(easy)); }

static void fetch(const char *url, int in_flight) {
    CURLM *multi = curl_multi_init();
    long started = 0, ended = 0;
    use start = use_now();
    for (; started < in_flight; started++) curl_multi_add_handle(multi, make_handle(url));
    while (ended < started) {
        int running, left;
        curl_multi_perform(multi, &running);
        for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
            CURL *easy = message->easy_handle;
            check(easy, message->data.result);
            ended++;
            curl_multi_remove_handle(multi, easy);
            if (!has_more(started, start.seconds)) continue;
            started++;
            curl_multi_add_handle(multi, easy);
        }
        if (ended < started) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    print(ended, start);
}

static void fetch_easily(const char *url) {
    CURL *easy = make_handle(url);
    perform(easy);
    long count = 0;
    use start = use_now();
    for (; has_more(count, start.seconds); count++) perform(easy);
    print(count, start);
}

// A handle whose connection stands.
static CURL *make_warm_handle(const char *url) {
    char small[256];
    const char *path = strchr(url + 8, '/');
    snprintf(small, sizeof small, "%.*s/small.json", (int)(path - url), url);
    CURL *easy = make_handle(small);
    perform(easy);
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 524288L);
    curl_easy_setopt(easy, CURLOPT_UPLOAD_BUFFERSIZE, 262144L);
    return easy;
}

static size_t keep(char *bytes, size_t size, size_t count, void *context) {
    return write(*(int *)context, bytes, size * count) == (ssize_t)(size * count) ? count : 0;
}

static void download(const char *url, const char *path) {
    CURL *easy = make_warm_handle(url);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, keep);
    long count = 0;
    use start = use_now();
    for (; has_more(count, start.seconds); count++) {
        FILE *file = fopen(path, "w");
        if (!file) fail("the file cannot be made");
        int descriptor = fileno(file);
        curl_easy_setopt(easy, CURLOPT_WRITEDATA, &descriptor);
        perform(easy);
        fclose(file);
    }
    print(count, start);
}

static size_t take(char *bytes, size_t size, size_t count, void *context) {
    ssize_t result = read(*(int *)context, bytes, size * count);
    return result < 0 ? CURL_READFUNC_ABORT : (size_t)result;
}

static void upload(const char *url, const char *path) {
    CURL *easy = make_warm_handle(url);
    struct curl_slist *no_expect = curl_slist_append(NULL, "Expect:");
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, no_expect);
    curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(easy, CURLOPT_READFUNCTION, take);
    long count = 0;
    use start = use_now();
    for (; has_more(count, start.seconds); count++) {
        FILE *file = fopen(path, "r");
        if (!file) fail("the file cannot be read");
        int descriptor = fileno(file);
        struct stat status;
        fstat(descriptor, &status);
        curl_easy_setopt(easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)status.st_size);
        curl_easy_setopt(easy, CURLOPT_READDATA, &descriptor);
        perform(easy);
        fclose(file);
    }
    print(count, start);
}

int main(int argc, char **argv) {
    if (argc != 5) fail("usage: c-client fetch|easy|download|upload URL IN_FLIGHT|FILE AMOUNT");
    // One that hangs must not hold up the others for long.
    alarm(120);
    double number = atof(argv[4]);
    if (strchr(argv[4], 's')) amount.seconds = number;
    else amount.count = (long)number;
    curl_global_init(CURL_GLOBAL_DEFAULT);
    if (!strcmp(argv[1], "fetch")) fetch(argv[2], atoi(argv[3]));
    else if (!strcmp(argv[1], "easy")) fetch_easily(argv[2]);
    else if (!strcmp(argv[1], "download")) download(argv[2], argv[3]);
    else if (!strcmp(argv[1], "upload")) upload(argv[2], argv[3]);
    else fail("it fetches, downloads or uploads");
    return 0;
}
