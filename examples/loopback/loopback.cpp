// One core copies a buffer from DRAM to DRAM, a page at a time, through its L1.
#include "../session.hpp"

using namespace examples;

int main() {
    constexpr std::uint32_t kPage = 2048, kPages = 50;
    constexpr CoreCoord kCore{0, 0};
    Session session;
    auto from = session.dram(kPages * kPage, kPage);
    auto to = session.dram(kPages * kPage, kPage);
    auto scratch = session.buffer(kPage, {.page_size = kPage, .buffer_type = BufferType::L1});
    const Words data = pattern(kPages * kPage / sizeof(std::uint32_t));
    session.write(from, data);
    session.write(to, Words(data.size()));

    Program program = CreateProgram();
    const KernelHandle copy =
        CreateKernel(program, kernel("examples/loopback/kernels/copy_pages.cpp"), kCore,
                     writer(accessor_args({from, to})));
    SetRuntimeArgs(
        program, copy, kCore,
        {static_cast<std::uint32_t>(from->address()), static_cast<std::uint32_t>(to->address()),
         static_cast<std::uint32_t>(scratch->address()), kPages, kPage});
    session.run(std::move(program));

    const std::size_t wrong = differences(session.read(to), data);
    session.close();
    return verdict(wrong, fmt::format("{} pages of {} bytes copied and compared", kPages, kPage));
}
