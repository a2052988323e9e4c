#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this platform lets the program's own `malloc` stand before the system's.
bool allocation_counter_is_available(void);

/// Counts every allocation of the process, on all threads, from now on.
void allocation_counter_start(void);

/// Stops counting, and returns the number of allocations since the start.
int64_t allocation_counter_stop(void);

/// Weighs, from now on, what the process allocates and frees, on all threads.
void allocation_weight_start(void);

/// Stops weighing, and returns how many bytes more than at the start there were at most.
int64_t allocation_weight_stop(void);

#endif
