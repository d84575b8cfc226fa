// A buffer lies in the L1 of four cores, in rows; each core reads its neighbour's shard by page.
#include <tt-metalium/buffer_distribution_spec.hpp>

#include "../session.hpp"

using namespace examples;

int main() {
    constexpr std::uint32_t kPage = 64, kPagesPerShard = 10, kCores = 4;
    constexpr std::uint32_t kPages = kPagesPerShard * kCores;
    const CoreRange cores({0, 0}, {0, kCores - 1});
    Session session;
    const BufferDistributionSpec spec(Shape({kPages, 1}), Shape({kPagesPerShard, 1}),
                                      CoreRangeSet(cores), ShardOrientation::ROW_MAJOR);
    auto sharded = session.buffer(kPages * kPage, {.page_size = kPage,
                                                   .buffer_type = BufferType::L1,
                                                   .sharding_args = BufferShardingArgs(spec)});
    auto to = session.dram(kPages * kPage, kPage);
    const Words data = pattern(kPages * kPage / sizeof(std::uint32_t));
    session.write(sharded, data);
    session.write(to, Words(data.size()));

    Program program = CreateProgram();
    CreateCircularBuffer(
        program, cores,
        CircularBufferConfig(kPagesPerShard * kPage, {{tt::CBIndex::c_0, tt::DataFormat::UInt32}})
            .set_page_size(tt::CBIndex::c_0, kPage));
    Words args = {kPage};
    TensorAccessorArgs(*sharded).append_to(args);
    TensorAccessorArgs(*to).append_to(args);
    const KernelHandle read = CreateKernel(
        program, kernel("examples/sharded_reader/kernels/read_shard.cpp"), cores, writer(args));
    for (std::uint32_t i = 0; i < kCores; i++)
        SetRuntimeArgs(program, read, CoreCoord{0, i},
                       {static_cast<std::uint32_t>(sharded->address()),
                        static_cast<std::uint32_t>(to->address()),
                        (i + 1) % kCores * kPagesPerShard, kPagesPerShard});
    session.run(std::move(program));

    const std::size_t wrong = differences(session.read(to), data);
    session.close();
    return verdict(wrong, fmt::format("{} shards of {} pages read by their neighbours and compared",
                                      kCores, kPagesPerShard));
}
