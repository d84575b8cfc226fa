// The distributed add with four circular buffers of four tiles, whatever it is given to add.
#include "command_line.hpp"

namespace {

using namespace examples;
using namespace examples::distributed_add;

constexpr std::uint32_t kDepth = 4;

void add_buffers(Program& program, const Job& job) {
    constexpr auto format = tt::DataFormat::Float32;
    CreateCircularBuffer(program, job.range,
                         CircularBufferConfig(kDepth * kTileBytes, {{tt::CBIndex::c_0, format}})
                             .set_page_size(tt::CBIndex::c_0, kTileBytes));
    CreateCircularBuffer(program, job.range,
                         CircularBufferConfig(kDepth * kTileBytes, {{tt::CBIndex::c_1, format}})
                             .set_page_size(tt::CBIndex::c_1, kTileBytes));
    CreateCircularBuffer(program, job.range,
                         CircularBufferConfig(kDepth * kTileBytes, {{tt::CBIndex::c_2, format}})
                             .set_page_size(tt::CBIndex::c_2, kTileBytes));
    CreateCircularBuffer(program, job.range,
                         CircularBufferConfig(kDepth * kTileBytes, {{tt::CBIndex::c_16, format}})
                             .set_page_size(tt::CBIndex::c_16, kTileBytes));
}

}  // namespace

int main(int argc, char** argv) {
    return examples::distributed_add::main(argc, argv, {.add_buffers = add_buffers});
}
