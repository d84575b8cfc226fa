// Every core of the grid copies its share of a buffer; reader and writer meet in a circular buffer.
#include <tt-metalium/work_split.hpp>

#include "../session.hpp"

using namespace examples;

int main() {
    constexpr std::uint32_t kPage = 4096, kPages = 2000, kDepth = 4;
    Session session;
    auto from = session.dram(kPages * kPage, kPage);
    auto to = session.dram(kPages * kPage, kPage);
    const Words data = pattern(kPages * kPage / sizeof(std::uint32_t));
    session.write(from, data);
    session.write(to, Words(data.size()));

    const CoreCoord grid = session.device().compute_with_storage_grid_size();
    const auto [cores, all, large, small, pages_large, pages_small] =
        tt::tt_metal::split_work_to_cores(grid, kPages);

    Program program = CreateProgram();
    CreateCircularBuffer(
        program, all,
        CircularBufferConfig(kDepth * kPage, {{tt::CBIndex::c_0, tt::DataFormat::UInt32}})
            .set_page_size(tt::CBIndex::c_0, kPage));
    const KernelHandle read =
        CreateKernel(program, kernel("examples/vector_copy/kernels/read_pages.cpp"), all,
                     reader(accessor_args({from})));
    const KernelHandle write =
        CreateKernel(program, kernel("examples/vector_copy/kernels/write_pages.cpp"), all,
                     writer(accessor_args({to})));

    std::uint32_t first = 0;
    for (const auto& [group, count] : {std::pair{large, pages_large}, {small, pages_small}})
        for (const CoreRange& range : group.ranges())
            for (const CoreCoord& core : range) {
                SetRuntimeArgs(program, read, core,
                               {static_cast<std::uint32_t>(from->address()), first, count});
                SetRuntimeArgs(program, write, core,
                               {static_cast<std::uint32_t>(to->address()), first, count});
                first += count;
            }
    session.run(std::move(program));

    const std::size_t wrong = differences(session.read(to), data);
    session.close();
    return verdict(wrong, fmt::format("{} pages of {} bytes copied by {} cores and compared",
                                      kPages, kPage, cores));
}
