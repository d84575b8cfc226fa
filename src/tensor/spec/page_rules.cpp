// Rules of rows and tiles as pages.
#include "tensor/spec/page_rules.hpp"

#include <numeric>

#include "tensor/require.hpp"
#include "tensor/spec/element.hpp"

namespace ironbird::tensor {

using namespace tt::tt_metal;

namespace {

// Rows of shards that are a multiple of this many bytes keep every copy aligned.
constexpr std::uint32_t kShardRowBytes = 64;

std::uint32_t last_of(const Shape& shape) {
    return shape.empty() ? 1 : shape[-1];
}

bool has_own_width(const MemoryConfig& memory) {
    return memory.shard_spec() && memory.memory_layout() != TensorMemoryLayout::HEIGHT_SHARDED;
}

void check_tile_alignment(const Tile& tile, const Alignment& alignment) {
    constexpr const char* kText =
        "Wrong custom Tensor Layout alignment {}. For Tile layout {} dimension should be multiple "
        "of tile {} {}.";
    require(alignment.size() >= 2, "Alignment should have at least 2 dimensions for Tile layout");
    require(alignment[-1] % tile.get_width() == 0, fmt::runtime(kText), alignment, "innermost",
            "width", tile.get_width());
    require(alignment[-2] % tile.get_height() == 0, fmt::runtime(kText), alignment,
            "second innermost", "height", tile.get_height());
}

void check_row_alignment(const MemoryConfig& memory, const Alignment& alignment) {
    require(!alignment.empty(),
            "Alignment must contain at least one dimension for Row Major layout.");
    if (!has_own_width(memory)) return;
    const auto& shape = memory.shard_spec()->shape;
    require(alignment[-1] != 0 && shape[1] % alignment[-1] == 0,
            "Alignment mismatch for sharded tensor: Expected physical shard shape {} to be aligned "
            "to {} along the width for Row Major layout.",
            shape, alignment[-1]);
}

}  // namespace

bool is_tiled(const PageConfig& pages) {
    return std::holds_alternative<TilePageConfig>(pages.get_config());
}

std::optional<Shape2D> shard_of(const MemoryConfig& memory) {
    if (const auto& spec = memory.shard_spec()) return Shape2D(spec->shape);
    if (const auto& spec = memory.nd_shard_spec())
        return Shape2D(spec->shard_shape.rank() < 2 ? 1 : spec->shard_shape[-2],
                       last_of(spec->shard_shape));
    return std::nullopt;
}

Alignment default_alignment(const PageConfig& pages, const MemoryConfig& memory) {
    if (is_tiled(pages)) return required_shard_alignment(pages);
    if (memory.shard_spec()) return Alignment({memory.shard_spec()->shape[1]});
    if (memory.nd_shard_spec()) return Alignment({last_of(memory.nd_shard_spec()->shard_shape)});
    return Alignment({1});
}

Alignment required_shard_alignment(const PageConfig& pages) {
    if (!is_tiled(pages)) return Alignment({1});
    const Tile tile = pages.get_tile();
    return Alignment({tile.get_height(), tile.get_width()});
}

void check_alignment(const PageConfig& pages, const MemoryConfig& memory,
                     const Alignment& alignment) {
    require(alignment.size() <= 2 || !memory.shard_spec(),
            "Tensor must be interleaved if alignment has rank greater than 2!");
    if (!is_tiled(pages)) return check_row_alignment(memory, alignment);
    check_tile_alignment(pages.get_tile(), alignment);
    require(can_shard_align(memory, Layout::TILE, pages.get_tile()),
            "Physical shard shape {} must be tile {} sized!", shard_of(memory),
            pages.get_tile().get_tile_shape());
}

Shape2D page_shape(const PageConfig& pages, DataType type, const MemoryConfig& memory,
                   const Shape2D& physical) {
    if (is_tiled(pages)) return Shape2D(pages.get_tile().get_tile_shape());
    if (physical.height() * physical.width() == 0) return {1, 4 / element_bytes(type)};
    if (has_own_width(memory)) return {1, memory.shard_spec()->shape[1]};
    if (memory.is_sharded() && memory.nd_shard_spec())
        return {1, last_of(memory.nd_shard_spec()->shard_shape)};
    return {1, physical.width()};
}

std::size_t page_bytes(const PageConfig& pages, DataType type, const Shape2D& page) {
    const std::size_t elements = page.height() * page.width();
    if (!is_tiled(pages)) return elements * element_bytes(type);
    const Tile tile = pages.get_tile();
    return elements / tile.get_tile_hw() *
           tile.get_tile_size(datatype_to_dataformat_converter(type));
}

}  // namespace ironbird::tensor

namespace tt::tt_metal {

using namespace ironbird::tensor;

bool can_shard_align(const MemoryConfig& memory_config, const Layout& layout, const Tile& tile) {
    const auto shard = shard_of(memory_config);
    if (layout == Layout::ROW_MAJOR || !memory_config.is_sharded() || !shard) return true;
    return shard->height() % tile.get_height() == 0 && shard->width() % tile.get_width() == 0;
}

PageConfig::PageConfig(Config config) : config_(config) {}
PageConfig::PageConfig(Layout layout) : PageConfig(layout, std::nullopt) {}

PageConfig::PageConfig(Layout layout, const std::optional<Tile>& tile) {
    if (layout == Layout::ROW_MAJOR)
        require(!tile || *tile == Tile(),
                "Configuring a ROW MAJOR page config with a custom tile configuration is not "
                "supported.");
    else
        config_ = TilePageConfig{tile.value_or(Tile())};
}

Alignment PageConfig::get_recommended_shard_shape_alignment(DataType dtype) const {
    if (is_tiled(*this)) return required_shard_alignment(*this);
    const std::uint32_t bytes = element_bytes(dtype);
    return Alignment({std::lcm(kShardRowBytes, bytes) / bytes});
}

Layout PageConfig::get_layout() const {
    return is_tiled(*this) ? Layout::TILE : Layout::ROW_MAJOR;
}

Tile PageConfig::get_tile() const {
    const auto* tiles = std::get_if<TilePageConfig>(&config_);
    return tiles != nullptr ? tiles->tile : Tile();
}

}  // namespace tt::tt_metal
