#include "transfer.h"

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
