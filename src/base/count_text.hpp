// Numbers as messages write them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ironbird {

std::string grouped(std::uint64_t number);  // 1 234 567
// "1 page", "2 pages"
std::string counted(std::uint64_t n, std::string_view noun, std::string_view plural = "s");

}  // namespace ironbird
