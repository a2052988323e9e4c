// Tells ThreadSanitizer what Synchronization.Mutex does on Linux when threads meet.
//
// The quick path of the lock is an atomic operation compiled into the caller, which ThreadSanitizer sees. The slow path is in
// the standard library, which is not instrumented, and in the kernel: what the lock orders there looks unordered, and is
// reported as a race. This library is loaded before the standard library, and stands in for the two functions of the slow path.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT_CALL __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context))
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Null in a process that is not under ThreadSanitizer.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

SWIFT_CALL void lock_slow(uint32_t thread, SWIFT_SELF void *handle) __asm__(LOCK_SLOW);
SWIFT_CALL void unlock_slow(SWIFT_SELF void *handle) __asm__(UNLOCK_SLOW);

SWIFT_CALL void lock_slow(uint32_t thread, SWIFT_SELF void *handle) {
    SWIFT_CALL void (*next)(uint32_t, SWIFT_SELF void *) = dlsym(RTLD_NEXT, LOCK_SLOW);
    next(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT_CALL void unlock_slow(SWIFT_SELF void *handle) {
    SWIFT_CALL void (*next)(SWIFT_SELF void *) = dlsym(RTLD_NEXT, UNLOCK_SLOW);
    if (__tsan_release) __tsan_release(handle);
    next(handle);
}
