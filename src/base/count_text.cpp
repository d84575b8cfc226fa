// Numbers as messages write them.
#include "base/count_text.hpp"

#include <fmt/format.h>

namespace ironbird {

std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ' ');
    return digits;
}

std::string counted(std::uint64_t n, std::string_view noun, std::string_view plural) {
    return fmt::format("{} {}{}", grouped(n), noun, n == 1 ? "" : plural);
}

}  // namespace ironbird
