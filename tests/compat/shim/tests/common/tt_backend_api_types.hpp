// A private header of upstream's that its tests include.
#pragma once

#include <string>
#include <tt-metalium/tt_backend_api_types.hpp>
#include <umd/device/types/arch.hpp>

namespace tt {

inline ARCH get_arch_from_string(const std::string& name) {
    return arch_from_str(name);
}

}  // namespace tt
