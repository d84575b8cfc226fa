// fmt 11's smallest header, made from what fmt 9 calls core.h.
#pragma once
#if __has_include_next(<fmt/base.h>)
#include_next <fmt/base.h>
#else
#include <fmt/core.h>
#endif
