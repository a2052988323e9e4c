#include "transfer.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

CURLSH *pc_share_handle(pc_share *share);

static const long send_buffer = 262144;
// A day: connecting has no deadline but the caller's, which goes by the caller's clock.
static const long no_deadline = 86400000;
// What a transfer keeps of its memory for the next request.
static const size_t kept_capacity = 16384, kept_fields = 256;

// The options that are the same for every request of every transport.
static CURLcode set_constants(pc_transfer *transfer) {
    CURL *easy = transfer->easy;
    CURLcode code = CURLE_OK;
#define SET(option, value) \
    if (!code) code = curl_easy_setopt(easy, option, value)
    SET(CURLOPT_PRIVATE, transfer);
    SET(CURLOPT_ERRORBUFFER, transfer->message);
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_NOPROGRESS, 1L);
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_PATH_AS_IS, 1L);
    SET(CURLOPT_HTTP09_ALLOWED, 0L);
    SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    SET(CURLOPT_CONNECTTIMEOUT_MS, no_deadline);
    SET(CURLOPT_UPLOAD_BUFFERSIZE, send_buffer);
#if LIBCURL_VERSION_NUM >= 0x075700
    // Or taking a transfer out while its host's name is looked up would wait for the system's resolver.
    SET(CURLOPT_QUICK_EXIT, 1L);
#endif
    // The environment's proxies are not used unless a transport is told so.
    SET(CURLOPT_PROXY, "");
    SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_HEADERFUNCTION, pc_on_header);
    SET(CURLOPT_HEADERDATA, transfer);
    SET(CURLOPT_WRITEFUNCTION, pc_on_bytes);
    SET(CURLOPT_WRITEDATA, transfer);
    SET(CURLOPT_READFUNCTION, pc_on_read);
    SET(CURLOPT_READDATA, transfer);
    SET(CURLOPT_SEEKFUNCTION, pc_on_seek);
    SET(CURLOPT_SEEKDATA, transfer);
    SET(CURLOPT_PREREQFUNCTION, pc_on_sending);
    SET(CURLOPT_PREREQDATA, transfer);
#undef SET
    return code;
}

pc_transfer *pc_transfer_create(pc_share *share) {
    pc_transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer) return NULL;
    transfer->descriptor = -1;
    transfer->easy = curl_easy_init();
    if (transfer->easy && set_constants(transfer) == CURLE_OK
        && curl_easy_setopt(transfer->easy, CURLOPT_SHARE, pc_share_handle(share)) == CURLE_OK)
        return transfer;
    pc_transfer_destroy(transfer);
    return NULL;
}

void pc_transfer_destroy(pc_transfer *transfer) {
    if (transfer->easy) curl_easy_cleanup(transfer->easy);
    curl_url_cleanup(transfer->url);
    if (transfer->descriptor >= 0) close(transfer->descriptor);
    if (transfer->decoder) pc_decoder_destroy(transfer->decoder);
    pc_buffer_free(&transfer->origin);
    pc_buffer_free(&transfer->target);
    pc_buffer_free(&transfer->method);
    pc_buffer_free(&transfer->pins);
    pc_buffer_free(&transfer->text);
    pc_buffer_free(&transfer->body);
    pc_buffer_free(&transfer->head);
    free(transfer->fields);
    pc_buffer_free(&transfer->bytes);
    pc_buffer_free(&transfer->encoded);
    curl_slist_free_all(transfer->added_lines);
    free(transfer->lines);
    free(transfer->nodes);
    free(transfer);
}

CURLcode pc_set_number(pc_transfer *transfer, CURLoption option, long value) {
    return curl_easy_setopt(transfer->easy, option, value);
}

CURLcode pc_set_text(pc_transfer *transfer, CURLoption option, const char *value) {
    return curl_easy_setopt(transfer->easy, option, value);
}

CURLcode pc_set_bytes(pc_transfer *transfer, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
    return curl_easy_setopt(transfer->easy, option, &blob);
}

bool pc_add_line(pc_transfer *transfer, const char *line) {
    struct curl_slist *lines = curl_slist_append(transfer->added_lines, line);
    if (lines) transfer->added_lines = lines;
    return lines != NULL;
}

CURLcode pc_set_added_lines(pc_transfer *transfer, CURLoption option) {
    return curl_easy_setopt(transfer->easy, option, transfer->added_lines);
}

pc_answer pc_transfer_answer(const pc_transfer *transfer) {
    return (pc_answer){
        .head = transfer->head.bytes,
        .head_count = transfer->head.count,
        .status = transfer->status,
        .reason = transfer->reason,
        .fields = transfer->fields,
        .field_count = transfer->field_count,
        .has_head = transfer->has_head,
        .is_decoded = transfer->decoder != NULL,
        .is_connected = transfer->sendings > 0,
        .expected_count = transfer->expected_count,
        .flaw = transfer->flaw,
        .file_error = transfer->file_error,
        .message = transfer->message,
        .sent_count = transfer->sent_count,
        .received_count = transfer->received_count,
    };
}

static int64_t wide_info(const pc_transfer *transfer, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(transfer->easy, info, &value) == CURLE_OK ? value : 0;
}

static long info(const pc_transfer *transfer, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(transfer->easy, info, &value) == CURLE_OK ? value : 0;
}

pc_timings pc_transfer_timings(const pc_transfer *transfer) {
    return (pc_timings){
        .has_begun = transfer->has_begun,
        .name_resolved = wide_info(transfer, CURLINFO_NAMELOOKUP_TIME_T),
        .connected = wide_info(transfer, CURLINFO_CONNECT_TIME_T),
        .secured = wide_info(transfer, CURLINFO_APPCONNECT_TIME_T),
        .request_started = wide_info(transfer, CURLINFO_PRETRANSFER_TIME_T),
#if LIBCURL_VERSION_NUM >= 0x080a00
        .request_sent = wide_info(transfer, CURLINFO_POSTTRANSFER_TIME_T),
#endif
        .first_byte = wide_info(transfer, CURLINFO_STARTTRANSFER_TIME_T),
        .total = wide_info(transfer, CURLINFO_TOTAL_TIME_T),
        .new_connections = info(transfer, CURLINFO_NUM_CONNECTS),
        .sent_count = wide_info(transfer, CURLINFO_SIZE_UPLOAD_T),
        .received_count = wide_info(transfer, CURLINFO_SIZE_DOWNLOAD_T),
        .http_version = info(transfer, CURLINFO_HTTP_VERSION),
    };
}

bool pc_transfer_was_refused_by_proxy(const pc_transfer *transfer) {
    long code = info(transfer, CURLINFO_HTTP_CONNECTCODE), reason = info(transfer, CURLINFO_PROXY_ERROR);
    // tinyproxy says 401 where it means 407.
    return code == 407 || code == 401 || reason == CURLPX_NO_AUTH || reason == CURLPX_USER_REJECTED;
}

const void *pc_transfer_copy_bytes(pc_transfer *transfer, size_t *count) {
    pc_buffer *buffer = &transfer->bytes;
    *count = buffer->count;
    if (!buffer->count || buffer->count > kept_capacity / 2 || buffer->capacity > kept_capacity) return NULL;
    transfer->last_chunk = buffer->count;
    buffer->count = 0;
    return buffer->bytes;
}

void *pc_transfer_take_bytes(pc_transfer *transfer, size_t *count, bool *is_block) {
    pc_buffer *buffer = &transfer->bytes;
    *count = buffer->count;
    *is_block = false;
    if (!buffer->count) return NULL;
    transfer->last_chunk = buffer->count;
    if (buffer->capacity == pc_block_size && buffer->count >= pc_block_size / 4) {
        *is_block = true;
    } else if (buffer->capacity - buffer->count > buffer->count / 2 + 4096) {
        char *fitting = realloc(buffer->bytes, buffer->count);
        if (fitting) buffer->bytes = fitting;
    }
    char *bytes = buffer->bytes;
    *buffer = (pc_buffer){0};
    return bytes;
}

// Empties a buffer, and lets go of one that has grown large.
static void empty(pc_buffer *buffer) {
    if (buffer->capacity > kept_capacity) pc_buffer_free(buffer);
    buffer->count = 0;
}

void pc_transfer_finish(pc_transfer *transfer) {
    if (transfer->descriptor >= 0) close(transfer->descriptor);
    transfer->descriptor = -1;
    if (transfer->decoder) pc_decoder_destroy(transfer->decoder);
    transfer->decoder = NULL;
    empty(&transfer->text);
    if (transfer->target.capacity > kept_capacity) pc_buffer_free(&transfer->target);
    empty(&transfer->body);
    empty(&transfer->head);
    if (transfer->field_capacity > kept_fields) {
        free(transfer->fields);
        transfer->fields = NULL;
        transfer->field_capacity = 0;
    }
    transfer->field_count = 0;
    empty(&transfer->encoded);
    empty(&transfer->bytes);
    transfer->context = NULL;
}

const char *pc_system_message(int number) { return strerror(number); }
