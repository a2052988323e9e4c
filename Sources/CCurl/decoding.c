#include "decoding.h"
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// What is used of zlib, brotli and zstd, as their stable binary interfaces have it. libcurl has loaded them where it
// can undo the encoding itself, so neither their headers nor another line for the linker are needed.
typedef struct {
    const uint8_t *next_in;
    unsigned avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *msg;
    void *state, *zalloc, *zfree, *opaque;
    int data_type;
    unsigned long adler, reserved;
} zlib_stream;

typedef struct {
    const void *bytes;
    size_t size, position;
} zstd_input;

typedef struct {
    void *bytes;
    size_t size, position;
} zstd_output;

static struct {
    const char *(*zlibVersion)(void);
    int (*inflateInit2_)(zlib_stream *, int window_bits, const char *version, int stream_size);
    int (*inflate)(zlib_stream *, int flush);
    int (*inflateReset)(zlib_stream *);
    int (*inflateEnd)(zlib_stream *);
    void *(*BrotliDecoderCreateInstance)(void *, void *, void *);
    int (*BrotliDecoderDecompressStream)(void *, size_t *, const uint8_t **, size_t *, uint8_t **, size_t *);
    int (*BrotliDecoderIsFinished)(const void *);
    void (*BrotliDecoderDestroyInstance)(void *);
    void *(*ZSTD_createDCtx)(void);
    size_t (*ZSTD_freeDCtx)(void *);
    size_t (*ZSTD_DCtx_setParameter)(void *, int parameter, int value);
    size_t (*ZSTD_decompressStream)(void *, zstd_output *, zstd_input *);
    unsigned (*ZSTD_isError)(size_t);
    bool has_zlib, has_brotli, has_zstd;
} library;

static void load(void) {
#define LOAD(name) (*(void **)&library.name = dlsym(RTLD_DEFAULT, #name)) != NULL
    library.has_zlib = LOAD(zlibVersion) && LOAD(inflateInit2_) && LOAD(inflate) && LOAD(inflateReset)
        && LOAD(inflateEnd);
    library.has_brotli = LOAD(BrotliDecoderCreateInstance) && LOAD(BrotliDecoderDecompressStream)
        && LOAD(BrotliDecoderIsFinished) && LOAD(BrotliDecoderDestroyInstance);
    library.has_zstd = LOAD(ZSTD_createDCtx) && LOAD(ZSTD_freeDCtx) && LOAD(ZSTD_DCtx_setParameter)
        && LOAD(ZSTD_decompressStream) && LOAD(ZSTD_isError);
#undef LOAD
}

static void load_once(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
}

bool pc_undoes_gzip(void) { return load_once(), library.has_zlib; }
bool pc_undoes_brotli(void) { return load_once(), library.has_brotli; }
bool pc_undoes_zstd(void) { return load_once(), library.has_zstd; }

typedef struct {
    pc_encoding encoding;
    zlib_stream zlib;
    void *other; // brotli's or zstd's
    bool has_begun, is_complete;
    // What the stage before has made.
    char *pending;
    size_t pending_count, pending_offset;
} stage;

struct pc_decoder {
    size_t count;
    stage stages[PC_MOST_ENCODINGS]; // the one that was applied last comes first
};

static const size_t pending_capacity = 16384;
enum { ZLIB_OK = 0, ZLIB_STREAM_END = 1, ZLIB_BUFFER_ERROR = -5 };

static bool read_encoding(const char *name, size_t count, pc_encoding *encoding) {
    static const struct {
        const char *name;
        pc_encoding encoding;
    } known[] = {{"gzip", PC_GZIP}, {"x-gzip", PC_GZIP}, {"deflate", PC_DEFLATE}, {"br", PC_BROTLI}, {"zstd", PC_ZSTD}};
    for (size_t index = 0; index < sizeof known / sizeof *known; index++) {
        if (strlen(known[index].name) != count || strncasecmp(name, known[index].name, count)) continue;
        *encoding = known[index].encoding;
        switch (*encoding) {
        case PC_GZIP: case PC_DEFLATE: return library.has_zlib;
        case PC_BROTLI: return library.has_brotli;
        case PC_ZSTD: return library.has_zstd;
        }
    }
    return false;
}

bool pc_read_encodings(const char *value, size_t count, pc_encoding *encodings, size_t *encoding_count) {
    load_once();
    const char *end = value + count;
    while (value < end) {
        const char *comma = memchr(value, ',', (size_t)(end - value));
        const char *last = comma ? comma : end, *next = comma ? comma + 1 : end;
        while (value < last && (*value == ' ' || *value == '\t')) value++;
        while (last > value && (last[-1] == ' ' || last[-1] == '\t')) last--;
        size_t length = (size_t)(last - value);
        if (length && !(length == 8 && !strncasecmp(value, "identity", 8))) {
            if (*encoding_count == PC_MOST_ENCODINGS || !read_encoding(value, length, &encodings[*encoding_count])) {
                *encoding_count = 0;
                return false;
            }
            ++*encoding_count;
        }
        value = next;
    }
    return true;
}

static bool begin(stage *stage, uint8_t first) {
    stage->has_begun = true;
    switch (stage->encoding) {
    case PC_GZIP:
    case PC_DEFLATE: {
        // The low four bits of zlib's first byte are 8 (RFC 1950); some servers send deflate's data without zlib's
        // head, whose first byte cannot look like that: it would be a stored block with bits set that writers leave
        // unset.
        int window = stage->encoding == PC_GZIP ? 15 + 16 : (first & 0x0F) == 8 ? 15 : -15;
        return library.inflateInit2_(&stage->zlib, window, library.zlibVersion(), sizeof stage->zlib) == ZLIB_OK;
    }
    case PC_BROTLI:
        stage->other = library.BrotliDecoderCreateInstance(NULL, NULL, NULL);
        return stage->other != NULL;
    case PC_ZSTD: {
        // Windows of up to 8 MiB, as over HTTP they are (RFC 9659).
        static const int window_log_max = 100, eight_mebibytes = 23;
        stage->other = library.ZSTD_createDCtx();
        return stage->other
            && !library.ZSTD_isError(library.ZSTD_DCtx_setParameter(stage->other, window_log_max, eight_mebibytes));
    }
    }
    return false;
}

static bool step_zlib(stage *stage, const char *bytes, size_t *count, char *made, size_t *made_count) {
    // Members may follow each other (RFC 1952, section 2.2).
    if (stage->is_complete && *count) {
        if (stage->encoding != PC_GZIP || library.inflateReset(&stage->zlib) != ZLIB_OK) return false;
        stage->is_complete = false;
    }
    stage->zlib.next_in = (const uint8_t *)bytes;
    stage->zlib.avail_in = (unsigned)*count;
    stage->zlib.next_out = (uint8_t *)made;
    stage->zlib.avail_out = (unsigned)*made_count;
    int result = stage->is_complete ? ZLIB_OK : library.inflate(&stage->zlib, 0);
    *count -= stage->zlib.avail_in;
    *made_count -= stage->zlib.avail_out;
    stage->is_complete = stage->is_complete || result == ZLIB_STREAM_END;
    return result == ZLIB_OK || result == ZLIB_STREAM_END || result == ZLIB_BUFFER_ERROR;
}

static bool step_brotli(stage *stage, const char *bytes, size_t *count, char *made, size_t *made_count) {
    const uint8_t *next_in = (const uint8_t *)bytes;
    uint8_t *next_out = (uint8_t *)made;
    size_t input = *count, room = *made_count;
    if (stage->is_complete) {
        *made_count = 0;
        return input == 0;
    }
    int result = library.BrotliDecoderDecompressStream(stage->other, &input, &next_in, &room, &next_out, NULL);
    *count -= input;
    *made_count -= room;
    stage->is_complete = library.BrotliDecoderIsFinished(stage->other) != 0;
    return result != 0;
}

static bool step_zstd(stage *stage, const char *bytes, size_t *count, char *made, size_t *made_count) {
    zstd_input input = {bytes, *count, 0};
    zstd_output output = {made, *made_count, 0};
    if (stage->is_complete && !*count) {
        *made_count = 0;
        return true;
    }
    size_t result = library.ZSTD_decompressStream(stage->other, &output, &input);
    *count = input.position;
    *made_count = output.position;
    // Zero at the end of a frame; another may follow (RFC 8878, section 3.1).
    stage->is_complete = result == 0;
    return !library.ZSTD_isError(result);
}

static bool step(stage *stage, const char *bytes, size_t *count, char *made, size_t *made_count) {
    if (!stage->has_begun) {
        if (!*count) {
            *made_count = 0;
            return true;
        }
        if (!begin(stage, (uint8_t)*bytes)) return false;
    }
    switch (stage->encoding) {
    case PC_GZIP:
    case PC_DEFLATE: return step_zlib(stage, bytes, count, made, made_count);
    case PC_BROTLI: return step_brotli(stage, bytes, count, made, made_count);
    case PC_ZSTD: return step_zstd(stage, bytes, count, made, made_count);
    }
    return false;
}

// Has a stage make bytes, from those that the stage before it makes.
static bool pull(pc_decoder *decoder, size_t index, const char *bytes, size_t *count, char *made, size_t *made_count) {
    stage *stage = &decoder->stages[index];
    if (index == 0) return step(stage, bytes, count, made, made_count);
    if (stage->pending_offset == stage->pending_count) {
        stage->pending_offset = 0;
        stage->pending_count = pending_capacity;
        if (!pull(decoder, index - 1, bytes, count, stage->pending, &stage->pending_count)) return false;
    } else {
        *count = 0;
    }
    size_t taken = stage->pending_count - stage->pending_offset;
    if (!step(stage, stage->pending + stage->pending_offset, &taken, made, made_count)) return false;
    stage->pending_offset += taken;
    return true;
}

pc_decoder *pc_decoder_create(const pc_encoding *encodings, size_t count) {
    pc_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->count = count;
    for (size_t index = 0; index < count; index++) {
        stage *stage = &decoder->stages[index];
        stage->encoding = encodings[count - 1 - index];
        if (index == 0 || (stage->pending = malloc(pending_capacity))) continue;
        pc_decoder_destroy(decoder);
        return NULL;
    }
    return decoder;
}

void pc_decoder_destroy(pc_decoder *decoder) {
    for (size_t index = 0; index < decoder->count; index++) {
        stage *stage = &decoder->stages[index];
        free(stage->pending);
        if (!stage->has_begun) continue;
        switch (stage->encoding) {
        case PC_GZIP:
        case PC_DEFLATE: library.inflateEnd(&stage->zlib); break;
        case PC_BROTLI: if (stage->other) library.BrotliDecoderDestroyInstance(stage->other); break;
        case PC_ZSTD: library.ZSTD_freeDCtx(stage->other); break;
        }
    }
    free(decoder);
}

bool pc_decoder_step(pc_decoder *decoder, const char *bytes, size_t *count, char *decoded, size_t *decoded_count) {
    return pull(decoder, decoder->count - 1, bytes, count, decoded, decoded_count);
}

bool pc_decoder_is_complete(const pc_decoder *decoder) {
    for (size_t index = 0; index < decoder->count; index++) {
        const stage *stage = &decoder->stages[index];
        if (stage->has_begun && !stage->is_complete) return false;
        if (stage->pending_offset < stage->pending_count) return false;
    }
    return true;
}
