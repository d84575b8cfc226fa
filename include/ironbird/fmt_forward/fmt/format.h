// fmt's own format.h, with println.
#include_next <fmt/format.h>

#include "../println.h"
