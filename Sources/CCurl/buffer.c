#include "transfer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

bool pc_buffer_reserve(pc_buffer *buffer, size_t count) {
    if (count <= buffer->capacity) return true;
    char *bytes = realloc(buffer->bytes, count);
    if (!bytes) return false;
    buffer->bytes = bytes;
    buffer->capacity = count;
    return true;
}

bool pc_buffer_append(pc_buffer *buffer, const void *bytes, size_t count) {
    size_t needed = buffer->count + count;
    if (needed > buffer->capacity) {
        size_t doubled = buffer->capacity < 512 ? 1024 : buffer->capacity * 2;
        if (!pc_buffer_reserve(buffer, needed > doubled ? needed : doubled)) return false;
    }
    if (count) memcpy(buffer->bytes + buffer->count, bytes, count);
    buffer->count = needed;
    return true;
}

void pc_buffer_free(pc_buffer *buffer) {
    free(buffer->bytes);
    *buffer = (pc_buffer){0};
}

// Blocks that have come back. The system would have each page of a new one in turn.
static struct {
    pthread_mutex_t lock;
    void *blocks[4];
    size_t count;
} spare = {.lock = PTHREAD_MUTEX_INITIALIZER};

bool pc_buffer_reserve_block(pc_buffer *buffer) {
    if (buffer->capacity >= pc_block_size) return true;
    pc_buffer_free(buffer);
    pthread_mutex_lock(&spare.lock);
    void *block = spare.count ? spare.blocks[--spare.count] : NULL;
    pthread_mutex_unlock(&spare.lock);
    if (!block) return pc_buffer_reserve(buffer, pc_block_size);
    buffer->bytes = block;
    buffer->capacity = pc_block_size;
    return true;
}

void pc_block_give_back(void *block) {
    pthread_mutex_lock(&spare.lock);
    bool is_kept = spare.count < sizeof spare.blocks / sizeof *spare.blocks;
    if (is_kept) spare.blocks[spare.count++] = block;
    pthread_mutex_unlock(&spare.lock);
    if (!is_kept) free(block);
}

void pc_free_spare_blocks(void) {
    pthread_mutex_lock(&spare.lock);
    while (spare.count) free(spare.blocks[--spare.count]);
    pthread_mutex_unlock(&spare.lock);
}
