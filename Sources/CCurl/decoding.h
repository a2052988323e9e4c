// Undoes content encodings with the libraries that libcurl brings along.
//
// libcurl would do it by itself. But it takes an encoding that ends early for whole, refuses those that it does not
// know, and holds up to 64 MiB of what a paused reader does not take.

#ifndef PORTICO_DECODING_H
#define PORTICO_DECODING_H

#include <stdbool.h>
#include <stddef.h>

typedef enum { PC_GZIP, PC_DEFLATE, PC_BROTLI, PC_ZSTD } pc_encoding;

// Encodings one over the other, which no honest server stacks higher.
enum { PC_MOST_ENCODINGS = 4 };

typedef struct pc_decoder pc_decoder;

// Adds the encodings that a value of Content-Encoding lists; identity is none. False where one of them cannot be
// undone.
bool pc_read_encodings(const char *value, size_t count, pc_encoding *encodings, size_t *encoding_count);

// A decoder for encodings in the order in which they were applied.
pc_decoder *pc_decoder_create(const pc_encoding *encodings, size_t count);
void pc_decoder_destroy(pc_decoder *decoder);
// Decodes some bytes. The counts are how many there are and how much room there is, then how many were taken and
// made. False where the encoding is broken.
bool pc_decoder_step(pc_decoder *decoder, const char *bytes, size_t *count, char *decoded, size_t *decoded_count);
// Whether the encoding has come to its end, or had no byte at all.
bool pc_decoder_is_complete(const pc_decoder *decoder);

#endif
