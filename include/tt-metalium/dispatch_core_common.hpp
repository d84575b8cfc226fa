// Which cores are taken away for dispatch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <tt-metalium/core_coord.hpp>
#include <tuple>

namespace tt::tt_metal {

enum class DispatchCoreType : std::uint32_t { WORKER, ETH, COUNT };

enum class DispatchCoreAxis { ROW, COL, COUNT };

class DispatchCoreConfig {
 public:
    DispatchCoreConfig() = default;
    DispatchCoreConfig(DispatchCoreType type) : type_(type) {}
    DispatchCoreConfig(DispatchCoreType type, DispatchCoreAxis axis) : type_(type), axis_(axis) {}

    DispatchCoreType get_dispatch_core_type() const { return type_; }
    void set_dispatch_core_type(DispatchCoreType type) { type_ = type; }

    // Without a choice it is the chip's own: rows on Wormhole, columns on Blackhole.
    DispatchCoreAxis get_dispatch_core_axis() const { return axis_ ? *axis_ : get_default_axis(); }
    void set_dispatch_core_axis(DispatchCoreAxis axis) { axis_ = axis; }

    bool operator==(const DispatchCoreConfig&) const = default;

    static constexpr auto attribute_names = std::forward_as_tuple("type", "axis");
    auto attribute_values() const { return std::forward_as_tuple(type_, axis_); }

 private:
    static DispatchCoreAxis get_default_axis();

    DispatchCoreType type_ = DispatchCoreType::WORKER;
    std::optional<DispatchCoreAxis> axis_;
};

}  // namespace tt::tt_metal

template <>
struct std::hash<tt::tt_metal::DispatchCoreConfig> {
    std::size_t operator()(const tt::tt_metal::DispatchCoreConfig& config) const;
};
