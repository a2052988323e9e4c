#ifndef SOAK_ALLOCATOR_H
#define SOAK_ALLOCATOR_H

/// Has the allocator share one heap among all threads.
///
/// glibc has several, each of which grows by what was freed on another thread: what a process holds then depends on chance,
/// by tens of megabytes. To be called before there are threads.
void allocator_use_one_heap(void);

#endif
