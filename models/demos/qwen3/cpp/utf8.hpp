// Walking over UTF-8 that may be broken.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace qwen3 {

struct Character {
    std::size_t bytes = 1;  // how far to go on
    bool valid = false;
    bool cut = false;  // not valid since the text ends inside of it
};

// The character at the front of a text that is not empty. A broken one is as long as its longest
// beginning that is right.
Character front_character(std::string_view text);

// Broken characters become U+FFFD.
std::string repaired(std::string_view text);

}  // namespace qwen3
