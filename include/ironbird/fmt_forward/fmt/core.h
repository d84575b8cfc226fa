// fmt's own core.h, with println.
#include_next <fmt/core.h>

#include "../println.h"
