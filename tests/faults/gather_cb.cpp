// gather_cb VARIANT PUSHED PAGES PASSES: a stream of pages through a circular buffer of 32, taken
// by one of the consumers of kernels/hang/gather.cpp.
#include <cstdlib>

#include "session.hpp"

using namespace examples;

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    const auto number = [&](int i) { return static_cast<std::uint32_t>(std::atoi(argv[i])); };
    const CoreCoord core{0, 0};
    const std::string folder = "tests/faults/kernels/hang/";
    Session session;
    Program program = CreateProgram();
    CreateCircularBuffer(
        program, core,
        CircularBufferConfig(32 * 64, {{1, tt::DataFormat::UInt32}}).set_page_size(1, 64));
    SetCommonRuntimeArgs(program,
                         CreateKernel(program, kernel(folder + "produce.cpp"), core, reader({1})),
                         Words{number(2), 1});
    DataMovementConfig consumer = writer({1, number(3), number(4)});
    consumer.defines = {{argv[1], "1"}};
    CreateKernel(program, kernel(folder + "gather.cpp"), core, consumer);
    session.run(std::move(program));
    session.close();
}
