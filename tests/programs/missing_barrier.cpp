// A loopback whose kernel lacks the read barrier; says whether the copy came out right.
// Exit code 0 when it is as the argument expects: "right" or "wrong".
#include <cstring>

#include "session.hpp"

using namespace examples;

int main(int argc, char** argv) {
    constexpr std::uint32_t kPage = 2048, kPages = 8;
    constexpr CoreCoord kCore{0, 0};
    Session session;
    auto from = session.dram(kPages * kPage, kPage);
    auto to = session.dram(kPages * kPage, kPage);
    const Words data = pattern(kPages * kPage / sizeof(std::uint32_t));
    session.write(from, data);

    Program program = CreateProgram();
    CreateCircularBuffer(program, kCore,
                         CircularBufferConfig(kPages * kPage, {{0, tt::DataFormat::Float16_b}})
                             .set_page_size(0, kPage));
    const KernelHandle copy =
        CreateKernel(program, kernel("tests/programs/kernels/copy_without_barrier.cpp"), kCore,
                     writer(accessor_args({from, to})));
    SetRuntimeArgs(program, copy, kCore,
                   {static_cast<std::uint32_t>(from->address()),
                    static_cast<std::uint32_t>(to->address()), kPages, kPage});
    session.run(std::move(program));

    const std::size_t wrong = differences(session.read(to), data);
    session.close();
    fmt::print("{} words differ\n", wrong);
    const bool expect_right = argc > 1 && std::strcmp(argv[1], "right") == 0;
    return (wrong == 0) == expect_right ? 0 : 1;
}
