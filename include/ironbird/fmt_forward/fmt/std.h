// fmt's own std.h, with println.
#include_next <fmt/std.h>

#include "../println.h"
