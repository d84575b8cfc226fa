// What libFuzzer hands over, as text; and the rule that all targets keep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/fault.hpp"

namespace ironbird::fuzz {

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

// Input is read, or refused by an Error; anything else that is thrown ends the process.
template <class Reader>
int read_or_refuse(Reader reader) {
    try {
        reader();
    } catch (const Error&) {
    }
    return 0;
}

}  // namespace ironbird::fuzz
