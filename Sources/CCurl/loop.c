#include "transfer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/eventfd.h>
#endif

struct pc_loop {
    CURLM *multi;
    // What wakes the loop: other threads write to the second while the loop polls the first. On Linux they are one.
    int wake_descriptors[2];
    long connections_per_host, connections, kept_connections;
    pc_transfer *first_ready, *last_ready;
    bool has_connections;
    size_t waiting_count; // transfers that wait for a connection
    bool has_moved;       // one has ended since the last turn, or its request has begun to go out
};

static CURLM *make_multi(const pc_loop *loop) {
    CURLM *multi = curl_multi_init();
    if (!multi) return NULL;
    curl_multi_setopt(multi, CURLMOPT_PIPELINING, (long)CURLPIPE_MULTIPLEX);
    curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, loop->connections_per_host);
    curl_multi_setopt(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, loop->connections);
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, loop->kept_connections);
    return multi;
}

// libcurl's own wake-up is a pair of sockets, which takes twice the time.
static bool open_wake_descriptors(int descriptors[2]) {
#ifdef __linux__
    descriptors[0] = descriptors[1] = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptors[0] >= 0;
#else
    if (pipe(descriptors)) return false;
    for (int end = 0; end < 2; end++) {
        fcntl(descriptors[end], F_SETFD, FD_CLOEXEC);
        fcntl(descriptors[end], F_SETFL, O_NONBLOCK);
    }
    return true;
#endif
}

static void close_wake_descriptors(const int descriptors[2]) {
    close(descriptors[0]);
    if (descriptors[1] != descriptors[0]) close(descriptors[1]);
}

pc_loop *pc_loop_create(long connections_per_host, long connections, long kept_connections) {
    pc_loop *loop = calloc(1, sizeof *loop);
    if (!loop) return NULL;
    loop->connections_per_host = connections_per_host;
    loop->connections = connections;
    loop->kept_connections = kept_connections;
    if (!open_wake_descriptors(loop->wake_descriptors)) {
        free(loop);
        return NULL;
    }
    loop->multi = make_multi(loop);
    if (!loop->multi) {
        close_wake_descriptors(loop->wake_descriptors);
        free(loop);
        return NULL;
    }
    return loop;
}

void pc_loop_destroy(pc_loop *loop) {
    pc_free_spare_blocks();
    curl_multi_cleanup(loop->multi);
    close_wake_descriptors(loop->wake_descriptors);
    free(loop);
}

typedef struct {
    void (*body)(void *);
    void *context;
} thread_start;

static void *run(void *argument) {
    thread_start start = *(thread_start *)argument;
    free(argument);
    start.body(start.context);
    return NULL;
}

bool pc_loop_start_thread(void (*body)(void *context), void *context) {
    thread_start *start = malloc(sizeof *start);
    if (!start) return false;
    *start = (thread_start){body, context};
    // A write to a closed connection must not end the process (see pc_raises_no_signal), and other signals are for other
    // threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    bool started = pthread_create(&thread, NULL, run, start) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started) pthread_detach(thread);
    else free(start);
    return started;
}

CURLMcode pc_loop_add(pc_loop *loop, pc_transfer *transfer, void *context) {
    transfer->loop = loop;
    transfer->context = context;
    CURLMcode code = curl_multi_add_handle(loop->multi, transfer->easy);
    if (code == CURLM_OK) {
        loop->has_connections = true;
        loop->waiting_count++;
        transfer->has_begun = true;
    } else {
        transfer->loop = NULL;
    }
    return code;
}

static void leave_ready(pc_loop *loop, pc_transfer *transfer) {
    if (!transfer->is_ready) return;
    pc_transfer *previous = NULL;
    for (pc_transfer *other = loop->first_ready; other != transfer; other = other->next_ready) previous = other;
    if (previous) previous->next_ready = transfer->next_ready;
    else loop->first_ready = transfer->next_ready;
    if (loop->last_ready == transfer) loop->last_ready = previous;
    transfer->is_ready = false;
    transfer->ready = 0;
}

void pc_loop_remove(pc_loop *loop, pc_transfer *transfer) {
    leave_ready(loop, transfer);
    loop->has_moved = true;
    if (!transfer->sendings) loop->waiting_count--;
    curl_multi_remove_handle(loop->multi, transfer->easy);
    transfer->loop = NULL;
}

CURLMcode pc_loop_perform(pc_loop *loop) {
    int running;
    loop->has_moved = false;
    return curl_multi_perform(loop->multi, &running);
}

void pc_loop_note_sending(pc_loop *loop) {
    loop->waiting_count--;
    loop->has_moved = true;
}

static void forget_wakes(const pc_loop *loop) {
    uint64_t count;
    while (read(loop->wake_descriptors[0], &count, sizeof count) < 0 && errno == EINTR) {}
}

// libcurl gives a connection that has become free, or that others may share from now on, to a transfer that waits. Where
// that one comes before the other in its list, it takes its timer as run, and the transfer sleeps until something else
// happens. So while one waits the next turn comes at once after each in which a connection may have become its own.
void pc_loop_sleep(pc_loop *loop, int milliseconds) {
    if (loop->waiting_count && loop->has_moved) return;
    // Were there another way to be overlooked, it would cost a second and no more.
    static const int patience = 1000;
    if (loop->waiting_count && milliseconds > patience) milliseconds = patience;
    struct curl_waitfd wake = {.fd = loop->wake_descriptors[0], .events = CURL_WAIT_POLLIN};
    curl_multi_poll(loop->multi, &wake, 1, milliseconds, NULL);
    if (wake.revents) forget_wakes(loop);
}

bool pc_loop_rest(pc_loop *loop, int milliseconds) {
    struct pollfd wake = {.fd = loop->wake_descriptors[0], .events = POLLIN};
    int count = poll(&wake, 1, milliseconds);
    if (count > 0) forget_wakes(loop);
    return count == 0;
}

void pc_loop_wake(pc_loop *loop) {
    // A number, as the system wants it; of a pipe it takes as many bytes.
    static const uint64_t once = 1;
    while (write(loop->wake_descriptors[1], &once, sizeof once) < 0 && errno == EINTR) {}
}

bool pc_raises_no_signal(void) {
    const curl_version_info_data *version = curl_version_info(CURLVERSION_NOW);
    return version && version->version_num >= 0x075800;
}

void pc_loop_close_connections(pc_loop *loop) {
    pc_free_spare_blocks();
    if (!loop->has_connections) return;
    CURLM *multi = make_multi(loop);
    if (!multi) return;
    curl_multi_cleanup(loop->multi);
    loop->multi = multi;
    loop->has_connections = false;
}

void pc_transfer_mark(pc_transfer *transfer, unsigned what) {
    transfer->ready |= what;
    pc_loop *loop = transfer->loop;
    if (transfer->is_ready || !loop) return;
    transfer->is_ready = true;
    transfer->next_ready = NULL;
    if (loop->first_ready) loop->last_ready->next_ready = transfer;
    else loop->first_ready = transfer;
    loop->last_ready = transfer;
}

void *pc_loop_next_ready(pc_loop *loop, unsigned *what) {
    pc_transfer *transfer = loop->first_ready;
    if (!transfer) return NULL;
    loop->first_ready = transfer->next_ready;
    transfer->is_ready = false;
    *what = transfer->ready;
    transfer->ready = 0;
    return transfer->context;
}

void *pc_loop_next_done(pc_loop *loop, CURLcode *code) {
    int left;
    for (CURLMsg *message; (message = curl_multi_info_read(loop->multi, &left));) {
        if (message->msg != CURLMSG_DONE) continue;
        pc_transfer *transfer = NULL;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&transfer);
        *code = transfer->is_complete ? CURLE_OK : message->data.result;
        pc_loop_remove(loop, transfer);
        if (*code == CURLE_OK && !transfer->encoded.count) pc_transfer_end_decoding(transfer);
        return transfer->context;
    }
    return NULL;
}

// Tells libcurl which directions rest.
static bool set_pauses(pc_transfer *transfer) {
    int pauses = (transfer->receive_paused ? CURLPAUSE_RECV : 0) | (transfer->send_paused ? CURLPAUSE_SEND : 0);
    return curl_easy_pause(transfer->easy, pauses) == CURLE_OK;
}

// Else libcurl would read on, and keep a copy of what the callback does not take.
void pc_transfer_hold(pc_transfer *transfer) {
    transfer->is_held = true;
    if (transfer->receive_paused || !transfer->loop) return;
    transfer->receive_paused = true;
    set_pauses(transfer);
}

bool pc_transfer_release(pc_transfer *transfer) {
    transfer->is_held = false;
    if (transfer->encoded.count) {
        if (!pc_transfer_decode(transfer)) return false;
        if (transfer->encoded.count) return true;
        if (!transfer->loop) pc_transfer_end_decoding(transfer);
    }
    if (!transfer->receive_paused || !transfer->loop) return !transfer->flaw;
    transfer->receive_paused = false;
    return set_pauses(transfer);
}

bool pc_transfer_has_backlog(const pc_transfer *transfer) {
    return transfer->encoded.count > 0 || transfer->bytes.count > 0;
}

bool pc_transfer_supply(pc_transfer *transfer, const void *bytes, size_t count) {
    if (transfer->body_offset == transfer->body.count) transfer->body_offset = transfer->body.count = 0;
    if (!count) transfer->body_ended = true;
    if (!pc_buffer_append(&transfer->body, bytes, count)) return false;
    if (!transfer->send_paused || !transfer->loop) return true;
    transfer->send_paused = false;
    return set_pauses(transfer);
}

// libcurl sends no more of a body once an error is the answer, but waits on where the body rests at that moment.
void pc_transfer_end_sending(pc_transfer *transfer) {
    if (!transfer->send_paused || !transfer->loop) return;
    transfer->send_paused = false;
    set_pauses(transfer);
}
