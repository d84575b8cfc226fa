// fmt's own ranges.h, with println.
#include_next <fmt/ranges.h>

#include "../println.h"
