#include "AllocationCounter.h"

#include <stdatomic.h>
#include <stddef.h>

static atomic_bool is_counting;
static atomic_int_least64_t count;

void allocation_counter_start(void) {
    atomic_store(&count, 0);
    atomic_store(&is_counting, true);
}

int64_t allocation_counter_stop(void) {
    atomic_store(&is_counting, false);
    return atomic_load(&count);
}

#if defined(__GLIBC__)

#include <errno.h>

// A program's own definitions of these are used by every library that it loads; the C library's stay reachable under
// other names. A realloc counts as an allocation, since it may be one.

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static inline void note(void) {
    if (atomic_load_explicit(&is_counting, memory_order_relaxed)) {
        atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    }
}

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    note();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    note();
    return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    note();
    void *memory = __libc_memalign(alignment, size);
    if (memory == NULL) return ENOMEM;
    *result = memory;
    return 0;
}

bool allocation_counter_is_available(void) { return true; }

#else

bool allocation_counter_is_available(void) { return false; }

#endif
