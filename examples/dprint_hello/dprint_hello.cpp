// Both data-movement processors of two cores say hello; the prints come in order of device time.
#include <cstdlib>

#include "../session.hpp"

using namespace examples;

int main() {
    // Device print is off unless cores are named; a user's own choice is left alone.
    setenv("TT_METAL_DPRINT_CORES", "all", 0);
    constexpr std::uint32_t kPage = 64;
    const CoreRange cores({0, 0}, {1, 0});
    Session session;
    auto counts = session.dram(4 * kPage, kPage);
    session.write(counts, Words(4 * kPage / sizeof(std::uint32_t)));

    Program program = CreateProgram();
    CreateCircularBuffer(
        program, cores,
        CircularBufferConfig(2 * kPage, {{tt::CBIndex::c_0, tt::DataFormat::UInt32}})
            .set_page_size(tt::CBIndex::c_0, kPage));
    Words args = {kPage};
    TensorAccessorArgs(*counts).append_to(args);
    for (const DataMovementConfig& config : {reader(args), writer(args)}) {
        const KernelHandle hello =
            CreateKernel(program, kernel("examples/dprint_hello/kernels/hello.cpp"), cores, config);
        const std::uint32_t row = config.processor == DataMovementProcessor::RISCV_0 ? 0 : 1;
        for (std::uint32_t x = 0; x < 2; x++)
            SetRuntimeArgs(program, hello, CoreCoord{x, 0},
                           {static_cast<std::uint32_t>(counts->address()), row * 2 + x, row});
    }
    session.run(std::move(program));

    const Words said = session.read(counts);
    session.close();
    std::size_t wrong = 0;
    for (std::uint32_t i = 0; i < 4; i++)
        wrong += said[i * kPage / sizeof(std::uint32_t)] != 3 ? 1 : 0;
    return verdict(wrong, "4 processors said 3 lines each");
}
