// A block goes through a row of cores, each adding one to every word: two pages in flight between
// neighbours, with a credit for each page that is free and a count of those that are full.
#include "session.hpp"

using namespace examples;

int main() {
    constexpr std::uint32_t kPage = 512, kPages = 8, kCores = 4;
    const CoreRange cores({0, 0}, {kCores - 1, 0});
    Session session;
    auto from = session.dram(kPages * kPage, kPage), to = session.dram(kPages * kPage, kPage);
    const Words data = pattern(kPages * kPage / 4);
    session.write(from, data);
    session.write(to, Words(data.size()));

    Program program = CreateProgram();
    for (const std::uint8_t index : {0})
        CreateCircularBuffer(program, cores,
                             CircularBufferConfig(2 * kPage, {{index, tt::DataFormat::UInt32}})
                                 .set_page_size(index, kPage));
    const std::uint32_t full = CreateSemaphore(program, cores, 0);
    const std::uint32_t free = CreateSemaphore(program, cores, 0);
    Words args = {kPage, full, free};
    TensorAccessorArgs(*from).append_to(args);
    TensorAccessorArgs(*to).append_to(args);
    const std::string folder = "tests/mutation/kernels/relay/";
    const auto take = CreateKernel(program, kernel(folder + "take.cpp"), cores, reader(args));
    const auto give = CreateKernel(program, kernel(folder + "give.cpp"), cores, writer(args));
    for (std::uint32_t i = 0; i < kCores; i++) {
        const auto at = [&](std::uint32_t core) {
            return session.device().worker_core_from_logical_core({core, 0});
        };
        const auto before = at(i == 0 ? 0 : i - 1), behind = at(i + 1 == kCores ? i : i + 1);
        SetRuntimeArgs(program, take, CoreCoord{i, 0},
                       {from->address(), kPages, i == 0, before.x, before.y});
        SetRuntimeArgs(program, give, CoreCoord{i, 0},
                       {to->address(), kPages, i + 1 == kCores, behind.x, behind.y});
    }
    session.run(std::move(program));

    Words expected = data;
    for (std::uint32_t& w : expected) w += kCores;
    const std::size_t wrong = differences(session.read(to), expected);
    session.close();
    return verdict(wrong, fmt::format("{} pages through {} cores", kPages, kCores));
}
