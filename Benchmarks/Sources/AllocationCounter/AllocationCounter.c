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

static atomic_bool is_weighing;
static atomic_int_least64_t weight;
static atomic_int_least64_t peak;

void allocation_weight_start(void) {
    atomic_store(&weight, 0);
    atomic_store(&peak, 0);
    atomic_store(&is_weighing, true);
}

int64_t allocation_weight_stop(void) {
    atomic_store(&is_weighing, false);
    return atomic_load(&peak);
}

#if defined(__GLIBC__)

#include <errno.h>
#include <malloc.h>

// A program's own definitions of these are used by every library that it loads; the C library's stay reachable under
// other names. A realloc counts as an allocation, since it may be one.

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static inline void add_weight(int64_t bytes) {
    int64_t now = atomic_fetch_add_explicit(&weight, bytes, memory_order_relaxed) + bytes;
    int64_t known = atomic_load_explicit(&peak, memory_order_relaxed);
    while (now > known && !atomic_compare_exchange_weak(&peak, &known, now)) {}
}

static inline void *noted(void *memory) {
    if (atomic_load_explicit(&is_counting, memory_order_relaxed)) {
        atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    }
    if (atomic_load_explicit(&is_weighing, memory_order_relaxed) && memory != NULL) {
        add_weight((int64_t)malloc_usable_size(memory));
    }
    return memory;
}

static inline void forget(void *memory) {
    if (atomic_load_explicit(&is_weighing, memory_order_relaxed) && memory != NULL) {
        add_weight(-(int64_t)malloc_usable_size(memory));
    }
}

void *malloc(size_t size) { return noted(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return noted(__libc_calloc(number, size)); }

void *realloc(void *old, size_t size) {
    forget(old);
    return noted(__libc_realloc(old, size));
}

void free(void *memory) {
    forget(memory);
    __libc_free(memory);
}

void *memalign(size_t alignment, size_t size) { return noted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return noted(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    void *memory = noted(__libc_memalign(alignment, size));
    if (memory == NULL) return ENOMEM;
    *result = memory;
    return 0;
}

bool allocation_counter_is_available(void) { return true; }

#else

bool allocation_counter_is_available(void) { return false; }

#endif
