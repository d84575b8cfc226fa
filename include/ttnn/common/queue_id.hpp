// The number of a command queue.
#pragma once

#include <cstdint>
#include <optional>
#include <tt_stl/strong_type.hpp>

namespace ttnn {

using QueueId = ttsl::StrongType<std::uint8_t, struct QueueIdTag>;

inline std::optional<std::uint8_t> raw_optional(const std::optional<QueueId>& cq_id) {
    return cq_id ? std::optional(**cq_id) : std::nullopt;
}

}  // namespace ttnn
