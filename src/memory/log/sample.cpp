// The built-in sample.
#include "memory/log/log.hpp"

namespace ironbird::memory {

std::string_view sample_log() {
    return "";
}

}  // namespace ironbird::memory
