// A program with zones, values and events in a kernel of each kind, run twice.
#include "session.hpp"

using namespace examples;

int main() {
    constexpr std::uint32_t kPages = 4, kPage = 2048;
    const CoreRange cores({0, 0}, {1, 0}), with_idle({0, 0}, {2, 0});
    Session session;
    auto from = session.dram(kPages * kPage, kPage);
    for (std::uint32_t run = 1; run <= 2; run++) {
        Program program = CreateProgram();
        CreateCircularBuffer(program, with_idle,
                             CircularBufferConfig(2 * kPage, {{0, tt::DataFormat::Float16_b}})
                                 .set_page_size(0, kPage));
        const auto in = CreateKernel(program, kernel("tests/profile/kernels/zones.cpp"), cores,
                                     reader(accessor_args({from})));
        SetRuntimeArgs(program, in, cores,
                       {static_cast<std::uint32_t>(from->address()), kPages, kPage});
        CreateKernel(program, kernel("tests/profile/kernels/zones_compute.cpp"), cores,
                     ComputeConfig{.compile_args = {kPages}});
        program.set_runtime_id(run * 1024);
        session.run(std::move(program));
    }
    ReadMeshDeviceProfilerResults(session.device());
    session.close();
    return 0;
}
