// What an event loop asks the system, alike on Linux (epoll) and on Apple's systems (kqueue). Descriptors are watched by
// edges, until they are closed, which ends the watch.

#ifndef PORTICO_CPOLLER_H
#define PORTICO_CPOLLER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t token;
    bool readable; // input or its end has come
    bool writable; // there is room for output, or nobody to read it
    bool ended;    // the peer sends no more
} cp_event;

// A descriptor, or -1 with errno.
int cp_create(void);
// Watches for input, and for room for output where that is asked for. False with errno.
bool cp_watch(int poller, int descriptor, bool for_room, uint64_t token);
// Waits for events, for so many milliseconds at most, for ever where that is less than zero. The number of events, none
// after a signal too; less than zero with errno.
int cp_wait(int poller, cp_event *events, int count, int milliseconds);

#endif
