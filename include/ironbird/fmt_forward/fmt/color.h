// fmt's own color.h, with println.
#include_next <fmt/color.h>

#include "../println.h"
