#include "CGetopt.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

// Above every letter.
enum { FIRST_LONG = 256 };

static int option_of(int code, const cg_option *options, int count) {
    if (code >= FIRST_LONG) return code - FIRST_LONG;
    for (int index = 0; index < count; index++)
        if (options[index].short_name == code) return index;
    return -1;
}

static cg_result failure(cg_outcome outcome, char **arguments) {
    cg_result result = { .outcome = outcome };
    if (optopt > 0 && optopt < FIRST_LONG) result.letter = (char)optopt;
    else result.word = arguments[optind - 1];
    return result;
}

static void start(void) {
    opterr = 0;
#ifdef __APPLE__
    optreset = 1;
    optind = 1;
#else
    optind = 0; // has glibc forget where it was within a word
#endif
}

cg_result cg_parse(int count, char **arguments, const cg_option *options, int option_count, cg_visitor visit, void *context) {
    struct option *longs = calloc((size_t)option_count + 1, sizeof *longs);
    char *shorts = calloc((size_t)option_count * 2 + 2, 1);
    if (!longs || !shorts) {
        free(longs);
        free(shorts);
        return (cg_result){ .outcome = CG_OUT_OF_MEMORY };
    }
    char *end = shorts;
    *end++ = ':'; // tells a missing value from an unknown option
    for (int index = 0; index < option_count; index++) {
        longs[index] = (struct option){
            .name = options[index].long_name,
            .has_arg = options[index].takes_value ? required_argument : no_argument,
            .val = FIRST_LONG + index,
        };
        if (!options[index].short_name) continue;
        *end++ = options[index].short_name;
        if (options[index].takes_value) *end++ = ':';
    }

    cg_result result = { .outcome = CG_OK };
    start();
    for (int code; result.outcome == CG_OK && (code = getopt_long(count, arguments, shorts, longs, NULL)) != -1;) {
        if (code == '?')
            result = failure(optopt >= FIRST_LONG ? CG_UNEXPECTED_VALUE : CG_UNKNOWN, arguments);
        else if (code == ':')
            result = failure(CG_MISSING_VALUE, arguments);
        else
            visit(context, option_of(code, options, option_count), optarg);
    }
    result.operands = optind;
    free(longs);
    free(shorts);
    return result;
}
