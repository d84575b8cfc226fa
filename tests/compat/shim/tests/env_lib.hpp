// A private header of upstream's that its tests include.
#pragma once

#include <cstdlib>
#include <sstream>
#include <string>

namespace tt {

// The value of a variable, or what is said if it is not set.
template <typename T>
T parse_env(const char* name, const T& otherwise) {
    const char* text = std::getenv(name);
    if (text == nullptr) return otherwise;
    T value{};
    std::istringstream(text) >> value;
    return value;
}

}  // namespace tt
