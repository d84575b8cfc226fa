// Memory of a kernel on each of its nodes.
#pragma once

#include <cstdint>
#include <string>
#include <tt_stl/strong_type.hpp>

namespace tt::tt_metal::experimental {

using ScratchpadSpecName = ttsl::StrongType<std::string, struct ScratchpadSpecNameTag>;

struct ScratchpadSpec {
    ScratchpadSpecName unique_id;
    uint32_t size_per_node = 0;  // bytes
};

}  // namespace tt::tt_metal::experimental
