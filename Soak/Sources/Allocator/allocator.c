#include "allocator.h"
#include <stdlib.h>  // Says whether this is glibc.

#ifdef __GLIBC__
#include <malloc.h>

void allocator_use_one_heap(void) { mallopt(M_ARENA_MAX, 1); }
#else
void allocator_use_one_heap(void) {}
#endif
