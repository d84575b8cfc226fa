// In the place of the header of upstream's tests: which chip they run on.
#pragma once

#include <string>
#include <tt-metalium/hal.hpp>

#include "impl/context/metal_context.hpp"

namespace tt::test_utils {

inline std::string get_umd_arch_name() {
    return tt_metal::hal::get_arch_name();
}

}  // namespace tt::test_utils
