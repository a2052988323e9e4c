#include "CPoller.h"

#include <errno.h>

enum { BATCH = 256 };

#ifdef __APPLE__

#include <stddef.h>
#include <sys/event.h>
#include <sys/time.h>
#include <sys/types.h>
#include <fcntl.h>

int cp_create(void) {
    int poller = kqueue();
    if (poller >= 0) fcntl(poller, F_SETFD, FD_CLOEXEC);
    return poller;
}

bool cp_watch(int poller, int descriptor, bool for_room, uint64_t token) {
    struct kevent changes[2];
    EV_SET(&changes[0], descriptor, EVFILT_READ, EV_ADD | EV_CLEAR, 0, 0, (void *)(uintptr_t)token);
    EV_SET(&changes[1], descriptor, EVFILT_WRITE, EV_ADD | EV_CLEAR, 0, 0, (void *)(uintptr_t)token);
    return kevent(poller, changes, for_room ? 2 : 1, NULL, 0, NULL) == 0;
}

int cp_wait(int poller, cp_event *events, int count, int milliseconds) {
    struct kevent found[BATCH];
    struct timespec limit = { .tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L };
    int number = kevent(poller, NULL, 0, found, count < BATCH ? count : BATCH, milliseconds < 0 ? NULL : &limit);
    for (int index = 0; index < number; index++) {
        bool reads = found[index].filter == EVFILT_READ;
        events[index] = (cp_event){
            .token = (uint64_t)(uintptr_t)found[index].udata,
            .readable = reads,
            .writable = !reads,
            .ended = reads && (found[index].flags & EV_EOF),
        };
    }
    return number < 0 && errno == EINTR ? 0 : number;
}

#else

#include <sys/epoll.h>

int cp_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

bool cp_watch(int poller, int descriptor, bool for_room, uint64_t token) {
    uint32_t events = EPOLLIN | EPOLLRDHUP | EPOLLET | (for_room ? EPOLLOUT : 0);
    struct epoll_event event = { .events = events, .data.u64 = token };
    return epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

int cp_wait(int poller, cp_event *events, int count, int milliseconds) {
    struct epoll_event found[BATCH];
    int number = epoll_wait(poller, found, count < BATCH ? count : BATCH, milliseconds);
    for (int index = 0; index < number; index++) {
        uint32_t flags = found[index].events;
        events[index] = (cp_event){
            .token = found[index].data.u64,
            .readable = flags & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR),
            .writable = flags & (EPOLLOUT | EPOLLHUP | EPOLLERR),
            .ended = flags & (EPOLLRDHUP | EPOLLHUP | EPOLLERR),
        };
    }
    return number < 0 && errno == EINTR ? 0 : number;
}

#endif
