// fmt's own chrono.h, with println.
#include_next <fmt/chrono.h>

#include "../println.h"
