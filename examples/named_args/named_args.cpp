// One kernel, arguments of every kind: named, positional, per core, common, and a define.
#include "../session.hpp"

using namespace examples;

int main() {
    constexpr std::uint32_t kPage = 64, kScale = 7, kOffset = 1000, kBias = 5;
    const CoreRange cores({0, 0}, {3, 1});
    Session session;
    auto result = session.dram(8 * kPage, kPage);
    session.write(result, Words(8 * kPage / sizeof(std::uint32_t)));

    Program program = CreateProgram();
    CreateCircularBuffer(program, cores,
                         CircularBufferConfig(kPage, {{tt::CBIndex::c_0, tt::DataFormat::UInt32}})
                             .set_page_size(tt::CBIndex::c_0, kPage));
    DataMovementConfig config = writer(accessor_args({result}));
    config.named_compile_args = {{"scale", kScale}, {"page_bytes", kPage}};
    config.defines = {{"BIAS", std::to_string(kBias)}};
    const KernelHandle handle =
        CreateKernel(program, kernel("examples/named_args/kernels/combine.cpp"), cores, config);
    SetCommonRuntimeArgs(program, handle, {static_cast<std::uint32_t>(result->address()), kOffset});
    for (const CoreCoord& core : cores)
        SetRuntimeArgs(program, handle, core, {static_cast<std::uint32_t>(core.y * 4 + core.x)});
    session.run(std::move(program));

    const Words got = session.read(result);
    session.close();
    std::size_t wrong = 0;
    for (std::uint32_t i = 0; i < 8; i++)
        wrong += got[i * kPage / sizeof(std::uint32_t)] != i * kScale + kOffset + kBias ? 1 : 0;
    return verdict(wrong, "8 cores combined named, common and own arguments");
}
