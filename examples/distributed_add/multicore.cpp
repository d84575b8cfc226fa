// The distributed add with the tiles of a device shared out over several cores.
#include "command_line.hpp"

namespace {

using namespace examples;
using namespace examples::distributed_add;

constexpr std::uint32_t kInner = 2;  // tiles of the running sum, and of the result
constexpr std::uint32_t kBudgetTiles = 120 * 1024 / kTileBytes;

struct Depths {
    std::uint32_t a, b;
};

// All A tiles of a core and one more, as far as the budget goes; the rest is for B.
Depths depths_for(const Job& job) {
    constexpr std::uint32_t inputs = kBudgetTiles - 2 * kInner;
    const std::uint32_t a = std::min(inputs / 2, std::max(2u, job.per_core + 1));
    return {a, std::min(job.b_tiles, inputs - a)};
}

void add_buffers(Program& program, const Job& job) {
    constexpr auto format = tt::DataFormat::Float32;
    const Depths depths = depths_for(job);
    CreateCircularBuffer(program, job.range,
                         CircularBufferConfig(depths.a * kTileBytes, {{tt::CBIndex::c_0, format}})
                             .set_page_size(tt::CBIndex::c_0, kTileBytes));
    CreateCircularBuffer(program, job.range,
                         CircularBufferConfig(depths.b * kTileBytes, {{tt::CBIndex::c_1, format}})
                             .set_page_size(tt::CBIndex::c_1, kTileBytes));
    CreateCircularBuffer(program, job.range,
                         CircularBufferConfig(kInner * kTileBytes, {{tt::CBIndex::c_2, format}})
                             .set_page_size(tt::CBIndex::c_2, kTileBytes));
    CreateCircularBuffer(program, job.range,
                         CircularBufferConfig(kInner * kTileBytes, {{tt::CBIndex::c_16, format}})
                             .set_page_size(tt::CBIndex::c_16, kTileBytes));
}

Words batches(const Job& job) {
    const Depths depths = depths_for(job);
    return {depths.b, std::min(4u, depths.b)};
}

}  // namespace

int main(int argc, char** argv) {
    return examples::distributed_add::main(
        argc, argv,
        {.add_buffers = add_buffers, .reader = "read_in_batches.cpp", .reader_extra = batches},
        true);
}
