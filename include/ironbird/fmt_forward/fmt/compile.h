// fmt's own compile.h, with println.
#include_next <fmt/compile.h>

#include "../println.h"
