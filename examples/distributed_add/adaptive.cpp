// The distributed add with input buffers as deep as its tiles ask for, within a budget.
#include "command_line.hpp"

namespace {

using namespace examples;
using namespace examples::distributed_add;

constexpr std::uint32_t kInner = 2;  // tiles of the running sum, and of the result
constexpr std::uint32_t kBudgetTiles = 48 * 1024 / kTileBytes;

struct Depths {
    std::uint32_t a, b;
};

// Beyond 16 tiles everything streams: one tile in use, one on its way.
Depths depths_for(const Job& job) {
    if (job.per_core > 16 || job.b_tiles > 16) return {2, 2};
    Depths d{std::min(6u, job.per_core + 2), std::min(job.b_tiles, 6u)};
    constexpr std::uint32_t inputs = kBudgetTiles - 2 * kInner;
    if (d.a + d.b > inputs) d = {std::max(2u, inputs / 2), inputs - std::max(2u, inputs / 2)};
    return d;
}

// Reads of B under way at once: the fewer the more there are to come, and never more than fit.
std::uint32_t batch_for(const Job& job) {
    const std::uint32_t wanted = job.b_tiles <= 8 ? 6 : job.b_tiles <= 16 ? 4 : 2;
    return std::min(wanted, depths_for(job).b);
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
    return {depths_for(job).b, batch_for(job)};
}

}  // namespace

int main(int argc, char** argv) {
    return examples::distributed_add::main(
        argc, argv,
        {.add_buffers = add_buffers, .reader = "read_in_batches.cpp", .reader_extra = batches});
}
