// What a page of a tensor's buffer is: a row, or a tile.
#pragma once

#include <optional>
#include <tt-metalium/tensor/spec/layout/alignment.hpp>
#include <tt-metalium/tensor/spec/layout/layout.hpp>
#include <tt-metalium/tensor/tensor_types.hpp>
#include <tt-metalium/tile.hpp>
#include <tuple>
#include <variant>

namespace tt::tt_metal {

struct RowMajorPageConfig {
    bool operator==(const RowMajorPageConfig&) const = default;
};

struct TilePageConfig {
    Tile tile;

    bool operator==(const TilePageConfig&) const = default;
};

class PageConfig {
 public:
    using Config = std::variant<RowMajorPageConfig, TilePageConfig>;

    PageConfig(Config config);
    // Any layout but ROW_MAJOR means tiles.
    PageConfig(Layout layout);
    PageConfig(Layout layout, const std::optional<Tile>& tile);

    // In elements, for shards whose rows keep to 64 bytes.
    Alignment get_recommended_shard_shape_alignment(DataType dtype) const;

    Layout get_layout() const;
    Tile get_tile() const;
    const Config& get_config() const { return config_; }

    bool operator==(const PageConfig&) const = default;
    bool operator!=(const PageConfig&) const = default;

    static constexpr auto attribute_names = std::forward_as_tuple("config");
    auto attribute_values() const { return std::forward_as_tuple(config_); }

 private:
    Config config_;
};

}  // namespace tt::tt_metal
