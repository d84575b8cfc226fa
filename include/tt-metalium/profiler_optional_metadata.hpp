// Names that a caller gives to the operations in a profile.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tt-metalium/device_types.hpp>
#include <utility>

class ProfilerOptionalMetadata {
 public:
    using RuntimeID = uint32_t;
    using Key = std::pair<tt::ChipId, RuntimeID>;

    ProfilerOptionalMetadata(std::map<Key, std::string>&& names) : names_(std::move(names)) {}

    // Empty if the operation has no name.
    const std::string& get_op_name(tt::ChipId device_id, RuntimeID runtime_id) const;

 private:
    std::map<Key, std::string> names_;
};
