// fmt's own ostream.h, with println.
#include_next <fmt/ostream.h>

#include "../println.h"
