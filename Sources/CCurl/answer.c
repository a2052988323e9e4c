#include "transfer.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

// The most bytes of a head.
static const size_t head_limit = 262144;
// A body that comes in chunks as large as this is received into blocks.
static const size_t large_chunk = 262144;

// The value of the next field of a name, from a place among the fields on; NULL where there is none.
static const char *next_value(const pc_transfer *transfer, const char *name, size_t *place, size_t *count) {
    size_t name_count = strlen(name);
    while (*place < transfer->field_count) {
        const pc_field *field = &transfer->fields[(*place)++];
        if (field->name.count != name_count || strncasecmp(transfer->head.bytes + field->name.start, name, name_count))
            continue;
        *count = field->value.count;
        return transfer->head.bytes + field->value.start;
    }
    return NULL;
}

// Equal lengths that were given twice are one (RFC 9112, section 6.3); different ones are an attack.
static bool read_length(pc_transfer *transfer) {
    size_t place = 0, count;
    for (const char *value; (value = next_value(transfer, "content-length", &place, &count));) {
        const char *end = value + count;
        do {
            int64_t length = 0;
            const char *digit = value;
            for (; digit < end && *digit >= '0' && *digit <= '9'; digit++) {
                if (length > (INT64_MAX - 9) / 10) return false;
                length = length * 10 + (*digit - '0');
            }
            if (digit == value) return false;
            while (digit < end && (*digit == ' ' || *digit == '\t')) digit++;
            if (digit < end && *digit++ != ',') return false;
            while (digit < end && (*digit == ' ' || *digit == '\t')) digit++;
            if (transfer->expected_count >= 0 && transfer->expected_count != length) return false;
            transfer->expected_count = length;
            value = digit;
        } while (value < end);
    }
    place = 0;
    if (next_value(transfer, "transfer-encoding", &place, &count)) transfer->expected_count = -1;
    return true;
}

// Begins to undo the content encodings where all of them are known.
static bool read_encoding(pc_transfer *transfer) {
    size_t place = 0, count;
    pc_encoding encodings[PC_MOST_ENCODINGS];
    size_t encoding_count = 0;
    for (const char *value; (value = next_value(transfer, "content-encoding", &place, &count));)
        if (!pc_read_encodings(value, count, encodings, &encoding_count)) return true;
    if (!encoding_count) return true;
    transfer->decoder = pc_decoder_create(encodings, encoding_count);
    transfer->expected_count = -1;
    return transfer->decoder != NULL;
}

static bool fail(pc_transfer *transfer, pc_flaw flaw) {
    if (!transfer->flaw) transfer->flaw = flaw;
    return false;
}

// The number of a status line, or 0.
static int status(const char *line, size_t count) {
    const char *space = memchr(line, ' ', count);
    if (!space || line + count - space < 4) return 0;
    int number = 0;
    for (int index = 1; index <= 3; index++) {
        if (space[index] < '0' || space[index] > '9') return 0;
        number = number * 10 + (space[index] - '0');
    }
    return number;
}

static bool complete_head(pc_transfer *transfer) {
    int status = transfer->status;
    // Interim answers are skipped. 101 is asked for by nobody here.
    if (status < 100) return fail(transfer, PC_FLAW_LINE);
    if (status < 200) return true;
    transfer->has_head = true;
    if (status >= 300) pc_transfer_end_sending(transfer);
    if (!transfer->is_head && status != 204 && status != 304) {
        if (!read_length(transfer)) return fail(transfer, PC_FLAW_LENGTH);
        if (!read_encoding(transfer)) return fail(transfer, PC_FLAW_MEMORY);
    }
    // libcurl sends no body with HEAD, so this one goes out under the name alone, and the connection is not kept.
    if (transfer->is_head && transfer->body_kind != PC_BODY_NONE) {
        transfer->is_complete = true;
        if (transfer->is_streamed) pc_transfer_mark(transfer, PC_HAS_HEAD);
        return false;
    }
    if (transfer->is_streamed) {
        pc_transfer_mark(transfer, PC_HAS_HEAD);
    } else if (transfer->expected_count > 0) {
        if ((uint64_t)transfer->expected_count > transfer->body_limit) return fail(transfer, PC_FLAW_TOO_LARGE);
    }
    return true;
}

static bool is_space(char byte) { return byte == ' ' || byte == '\t'; }

static pc_text stretch(const pc_buffer *head, size_t start, size_t end) {
    unsigned char all = 0;
    for (size_t place = start; place < end; place++) all |= (unsigned char)head->bytes[place];
    return (pc_text){(uint32_t)start, (uint32_t)(end - start), all < 0x80};
}

static pc_text trimmed(const pc_buffer *head, size_t start, size_t end) {
    while (start < end && is_space(head->bytes[start])) start++;
    while (end > start && is_space(head->bytes[end - 1])) end--;
    return stretch(head, start, end);
}

static size_t without_line_end(const pc_buffer *head) {
    size_t end = head->count;
    while (end && (head->bytes[end - 1] == '\n' || head->bytes[end - 1] == '\r')) end--;
    return end;
}

static bool note_field(pc_transfer *transfer, size_t start, size_t colon) {
    if (transfer->field_count == transfer->field_capacity) {
        size_t capacity = transfer->field_capacity ? transfer->field_capacity * 2 : 16;
        pc_field *fields = realloc(transfer->fields, capacity * sizeof *fields);
        if (!fields) return fail(transfer, PC_FLAW_MEMORY);
        transfer->fields = fields;
        transfer->field_capacity = capacity;
    }
    const pc_buffer *head = &transfer->head;
    transfer->fields[transfer->field_count++] = (pc_field){
        .name = stretch(head, start, colon), .value = trimmed(head, colon + 1, without_line_end(head))};
    return true;
}

static bool append_line(pc_transfer *transfer, const char *line, size_t count) {
    if (count > head_limit - transfer->head.count) return fail(transfer, PC_FLAW_HEAD_SIZE);
    return pc_buffer_append(&transfer->head, line, count) || fail(transfer, PC_FLAW_MEMORY);
}

// A line that begins with white space goes on with the line before it, from which one space parts it (RFC 9112,
// section 5.2).
static bool unfold(pc_transfer *transfer, const char *line, size_t count) {
    pc_buffer *head = &transfer->head;
    if (!head->count) return fail(transfer, PC_FLAW_LINE);
    head->count = without_line_end(head);
    while (count && is_space(*line)) line++, count--;
    if (!append_line(transfer, " ", 1) || !append_line(transfer, line, count)) return false;
    pc_text *last = transfer->field_count ? &transfer->fields[transfer->field_count - 1].value : &transfer->reason;
    *last = trimmed(head, last->start, without_line_end(head));
    return true;
}

static bool begin_head(pc_transfer *transfer, const char *line, size_t count) {
    pc_buffer *head = &transfer->head;
    head->count = 0;
    transfer->field_count = 0;
    transfer->status = status(line, count);
    if (!append_line(transfer, line, count)) return false;
    const char *space = memchr(line, ' ', count);
    size_t end = without_line_end(head), reason = space && transfer->status ? (size_t)(space - line) + 4 : end;
    transfer->reason = trimmed(head, reason, end);
    return true;
}

static bool take_line(pc_transfer *transfer, const char *line, size_t count) {
    if (count >= 5 && !memcmp(line, "HTTP/", 5)) return begin_head(transfer, line, count);
    if (is_space(*line)) return unfold(transfer, line, count);
    const char *colon = memchr(line, ':', count);
    if (!colon || colon == line) return fail(transfer, PC_FLAW_LINE);
    size_t start = transfer->head.count;
    return append_line(transfer, line, count) && note_field(transfer, start, start + (size_t)(colon - line));
}

// One line of a head or of trailers; interim heads come before the final one.
size_t pc_on_header(char *bytes, size_t size, size_t count, void *context) {
    pc_transfer *transfer = context;
    count *= size;
    if (transfer->has_head) return count;
    bool is_end = (count == 2 && bytes[0] == '\r') || (count == 1 && bytes[0] == '\n');
    return (is_end ? complete_head(transfer) : take_line(transfer, bytes, count)) ? count : 0;
}

static bool has_room(const pc_transfer *transfer, size_t count) {
    return !transfer->is_streamed || (!transfer->is_held && transfer->bytes.count + count <= pc_block_size);
}

// Keeps decoded bytes of the body.
static bool keep(pc_transfer *transfer, const void *bytes, size_t count) {
    if (!count) return true;
    transfer->received_count += count;
    if (!transfer->is_streamed) {
        if (transfer->received_count > transfer->body_limit) return fail(transfer, PC_FLAW_TOO_LARGE);
        // Whole where its length is known, which Swift then takes over.
        if (!transfer->bytes.count && transfer->expected_count > 0 && transfer->expected_count <= (16 << 20))
            pc_buffer_reserve(&transfer->bytes, (size_t)transfer->expected_count);
    } else if (!transfer->bytes.count) {
        // As much as came the last time, or a chunk would be moved several times while it grows.
        if (transfer->last_chunk >= large_chunk) pc_buffer_reserve_block(&transfer->bytes);
        else pc_buffer_reserve(&transfer->bytes, transfer->last_chunk > 16384 ? transfer->last_chunk : 16384);
    }
    if (!pc_buffer_append(&transfer->bytes, bytes, count)) return fail(transfer, PC_FLAW_MEMORY);
    if (transfer->is_streamed) pc_transfer_mark(transfer, PC_HAS_BYTES);
    else if (transfer->counts_progress) pc_transfer_mark(transfer, PC_HAS_PROGRESS);
    return true;
}

// What cannot be decoded is not held for anybody either.
static bool fail_decoding(pc_transfer *transfer) {
    transfer->encoded.count = 0;
    transfer->encoded_offset = 0;
    return fail(transfer, PC_FLAW_ENCODING);
}

bool pc_transfer_decode(pc_transfer *transfer) {
    static const size_t step = 65536;
    pc_buffer *encoded = &transfer->encoded;
    while (has_room(transfer, step)) {
        char decoded[16384];
        size_t taken = encoded->count - transfer->encoded_offset, made = sizeof decoded;
        const char *bytes = encoded->bytes + transfer->encoded_offset;
        if (!pc_decoder_step(transfer->decoder, bytes, &taken, decoded, &made)) return fail_decoding(transfer);
        transfer->encoded_offset += taken;
        if (!keep(transfer, decoded, made)) return false;
        if (!made && transfer->encoded_offset == encoded->count) break;
        if (!made && !taken) return fail_decoding(transfer);
    }
    if (transfer->encoded_offset == encoded->count) {
        encoded->count = 0;
        transfer->encoded_offset = 0;
    }
    return true;
}

void pc_transfer_end_decoding(pc_transfer *transfer) {
    if (transfer->decoder && !transfer->flaw && !pc_decoder_is_complete(transfer->decoder))
        fail(transfer, PC_FLAW_ENCODING_CUT);
}

size_t pc_on_bytes(char *bytes, size_t size, size_t count, void *context) {
    pc_transfer *transfer = context;
    count *= size;
    bool waits = transfer->encoded.count > 0;
    if (waits || !has_room(transfer, transfer->decoder ? 65536 : count)) {
        transfer->receive_paused = true;
        return CURL_WRITEFUNC_PAUSE;
    }
    if (!transfer->decoder) return keep(transfer, bytes, count) ? count : 0;
    if (!pc_buffer_append(&transfer->encoded, bytes, count)) {
        fail(transfer, PC_FLAW_MEMORY);
        return 0;
    }
    return pc_transfer_decode(transfer) ? count : 0;
}
