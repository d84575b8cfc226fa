// UTF-8 by the table of well-formed byte sequences.
#include "utf8.hpp"

#include <array>

namespace qwen3 {
namespace {

// By the first byte: length and the range of the second; all that follow are 80 to BF.
struct Lead {
    unsigned char first, last, length, low, high;
};
constexpr auto kLeads = std::to_array<Lead>({
    {0x00, 0x7f, 1, 0, 0},
    {0xc2, 0xdf, 2, 0x80, 0xbf},
    {0xe0, 0xe0, 3, 0xa0, 0xbf},
    {0xe1, 0xec, 3, 0x80, 0xbf},
    {0xed, 0xed, 3, 0x80, 0x9f},
    {0xee, 0xef, 3, 0x80, 0xbf},
    {0xf0, 0xf0, 4, 0x90, 0xbf},
    {0xf1, 0xf3, 4, 0x80, 0xbf},
    {0xf4, 0xf4, 4, 0x80, 0x8f},
});

}  // namespace

Character front_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    for (const Lead& lead : kLeads) {
        if (byte(0) < lead.first || byte(0) > lead.last) continue;
        for (std::size_t i = 1; i < lead.length; ++i) {
            if (i == text.size()) return {.bytes = i, .cut = true};
            const unsigned char low = i == 1 ? lead.low : 0x80, high = i == 1 ? lead.high : 0xbf;
            if (byte(i) < low || byte(i) > high) return {.bytes = i};
        }
        return {.bytes = lead.length, .valid = true};
    }
    return {};
}

std::string repaired(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const Character character = front_character(text);
        out += character.valid ? text.substr(0, character.bytes) : "\xef\xbf\xbd";
        text.remove_prefix(character.bytes);
    }
    return out;
}

}  // namespace qwen3
