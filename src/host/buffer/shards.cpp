// From shard specs to pages: which page of a buffer is on which core, and in which row.
#include <fmt/format.h>

#include <algorithm>
#include <tt-metalium/buffer.hpp>

#include "base/require.hpp"
#include "host/buffer/buffer_state.hpp"

namespace tt::tt_metal {
namespace {

constexpr uint32_t kPadding = UncompressedBufferPageMapping::PADDING;

// A height-sharded buffer is dealt out in page order, whatever its width.
void fill_by_height(UncompressedBufferPageMapping& m, uint32_t per_shard, uint32_t total) {
    uint32_t page = 0;
    for (auto& rows : m.core_host_page_indices) {
        rows.assign(per_shard, kPadding);
        for (uint32_t i = 0; i < per_shard && page < total; i++) rows[i] = page++;
    }
}

// Otherwise shards are rectangles of the tensor, taken row by row; edges are padded.
void fill_by_block(UncompressedBufferPageMapping& m, const std::array<uint32_t, 2>& shard,
                   const std::array<uint32_t, 2>& tensor) {
    const uint32_t across = shard[1] == 0 ? 0 : (tensor[1] + shard[1] - 1) / shard[1];
    for (uint32_t i = 0; i < m.core_host_page_indices.size(); i++) {
        auto& rows = m.core_host_page_indices[i];
        rows.assign(std::size_t{shard[0]} * shard[1], kPadding);
        if (across == 0) continue;
        const uint32_t top = i / across * shard[0], left = i % across * shard[1];
        for (uint32_t y = 0; y < shard[0] && top + y < tensor[0]; y++)
            for (uint32_t x = 0; x < shard[1] && left + x < tensor[1]; x++)
                rows[y * shard[1] + x] = (top + y) * tensor[1] + left + x;
    }
}

}  // namespace

bool is_sharded(const TensorMemoryLayout& layout) {
    return layout != TensorMemoryLayout::INTERLEAVED;
}

std::array<uint32_t, 2> ShardSpecBuffer::shape_in_pages() const {
    const auto pages = [this](int d) {
        return page_shape[d] == 0 ? 0 : tensor_shard_spec.shape[d] / page_shape[d];
    };
    return {pages(0), pages(1)};
}

DeviceAddr ShardSpecBuffer::num_pages() const {
    const auto [height, width] = shape_in_pages();
    return DeviceAddr{height} * width;
}

std::ostream& operator<<(std::ostream& os, const ShardSpec& spec) {
    const bool rows = spec.orientation == ShardOrientation::ROW_MAJOR;
    return os << fmt::format("ShardSpec(grid {}, shape {}x{}, {})", spec.grid.str(), spec.shape[0],
                             spec.shape[1], rows ? "ROW_MAJOR" : "COL_MAJOR");
}

UncompressedBufferPageMapping generate_buffer_page_mapping(const Buffer& buffer) {
    UncompressedBufferPageMapping m;
    if (buffer.size() == 0) return m;
    if (const auto& spec = buffer.buffer_distribution_spec()) return spec->compute_page_mapping();
    const ShardSpecBuffer spec = buffer.shard_spec();
    const bool row_major = spec.orientation() == ShardOrientation::ROW_MAJOR;
    m.all_cores = corerange_to_cores(spec.grid(), spec.grid().num_cores(), row_major);
    m.core_host_page_indices.resize(m.all_cores.size());
    if (buffer.buffer_layout() == TensorMemoryLayout::HEIGHT_SHARDED)
        fill_by_height(m, static_cast<uint32_t>(spec.num_pages()),
                       spec.tensor2d_shape_in_pages[0] * spec.tensor2d_shape_in_pages[1]);
    else
        fill_by_block(m, spec.shape_in_pages(), spec.tensor2d_shape_in_pages);
    return m;
}

}  // namespace tt::tt_metal

namespace ironbird::host {
namespace {

using namespace tt::tt_metal;

constexpr Spot kNowhere{~0u, ~0u};

std::vector<Spot> sharded_spots(const Buffer& root) {
    const ChipLayout& chip = root.state().memory->chip();
    const auto m = generate_buffer_page_mapping(root);
    std::vector<Spot> spots(root.num_pages(), kNowhere);
    for (std::size_t c = 0; c < m.core_host_page_indices.size(); c++) {
        const CoreCoord& core = m.all_cores[c];
        const auto bank =
            root.is_dram() ? static_cast<std::uint32_t>(core.x) : chip.core_index(logical(core));
        const auto& rows = m.core_host_page_indices[c];
        for (std::uint32_t row = 0; row < rows.size(); row++)
            if (rows[row] < spots.size()) spots[rows[row]] = {bank, row};
    }
    const auto lost = std::find(spots.begin(), spots.end(), kNowhere);
    require(lost == spots.end(), Fault::buffer_config,
            "page {} of {} lies on no core: the shards do not cover the buffer",
            lost - spots.begin(), spots.size());
    return spots;
}

std::vector<std::uint32_t> bank_ring(const ChipLayout& chip, bool dram) {
    std::vector<std::uint32_t> ring;
    if (dram)
        for (std::uint32_t b = 0; b < chip.product().dram.size(); b++) ring.push_back(b);
    else
        for (std::uint32_t b = 0; b < chip.l1_banks(); b++)
            ring.push_back(chip.core_index(chip.l1_bank_core(b)));
    return ring;
}

}  // namespace

std::shared_ptr<const Placement> placement_of(const Buffer& buffer) {
    if (!buffer.is_allocated())
        throw Error(Fault::buffer_freed,
                    fmt::format("buffer {} of {} bytes at {:#x} has been freed", buffer.unique_id(),
                                buffer.size(), buffer.address()));
    BufferState& s = buffer.state();
    if (s.placement == nullptr) {
        auto p = std::make_shared<Placement>();
        p->dram = buffer.is_dram();
        p->address = s.address;
        p->page_bytes = s.page_size;
        p->stride = buffer.aligned_page_size();
        p->first_page = s.page_size == 0 ? 0 : s.root_offset / s.page_size;
        if (is_sharded(s.layout))
            p->spots = sharded_spots(s.root ? *s.root : buffer);
        else
            p->ring = bank_ring(s.memory->chip(), p->dram);
        s.placement = std::move(p);
    }
    return s.placement;
}

void need_region(const Buffer& buffer, const BufferRegion& region) {
    if (!buffer.is_valid_region(region))
        throw Error(Fault::buffer_size,
                    fmt::format("bytes {} to {} are not inside a buffer of {} bytes", region.offset,
                                region.offset + region.size, buffer.size()));
}

}  // namespace ironbird::host
