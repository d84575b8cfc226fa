// The same with 2000 words more.
#define WORDS 2004
#include "few_words.cpp"
