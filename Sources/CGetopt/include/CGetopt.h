// getopt_long for Swift: it is variadic in its options and leaves its findings in variables of the process, so one call
// here reads a whole command line and hands on what it finds.

#ifndef PORTICO_CGETOPT_H
#define PORTICO_CGETOPT_H

#include <stdbool.h>

typedef struct {
    const char *long_name;
    char short_name; // 0 for none
    bool takes_value;
} cg_option;

typedef enum {
    CG_OK,
    CG_UNKNOWN,          // no such option, or the beginning of several
    CG_MISSING_VALUE,
    CG_UNEXPECTED_VALUE,
    CG_OUT_OF_MEMORY,
} cg_outcome;

typedef struct {
    cg_outcome outcome;
    const char *word; // the word at fault, where it is known by itself
    char letter;      // else the letter at fault within a word of several
    int operands;     // where the operands begin
} cg_result;

// Called for each option, in order, with its place among the options and its value, or NULL.
typedef void (*cg_visitor)(void *context, int option, const char *value);

// Reads the arguments after the first and moves operands to their end. For one thread, since getopt keeps its place in
// variables of the process.
cg_result cg_parse(int count, char **arguments, const cg_option *options, int option_count, cg_visitor visit, void *context);

#endif
