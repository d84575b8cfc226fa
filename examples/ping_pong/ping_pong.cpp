// Two cores pass a number to and fro, each adding its share, with a semaphore for the turn.
#include "../session.hpp"

using namespace examples;

int main() {
    constexpr std::uint32_t kRounds = 100, kPage = 64;
    const std::array<CoreCoord, 2> players = {CoreCoord{0, 0}, CoreCoord{3, 5}};
    Session session;
    auto result = session.dram(kPage, kPage);
    session.write(result, Words(kPage / sizeof(std::uint32_t)));

    Program program = CreateProgram();
    const CoreRangeSet both(std::set<CoreRange>{CoreRange(players[0]), CoreRange(players[1])});
    CreateCircularBuffer(program, both,
                         CircularBufferConfig(kPage, {{tt::CBIndex::c_0, tt::DataFormat::UInt32}})
                             .set_page_size(tt::CBIndex::c_0, kPage));
    const std::uint32_t turn = CreateSemaphore(program, both, 0);
    Words args = {kRounds, turn, kPage};
    TensorAccessorArgs(*result).append_to(args);
    const KernelHandle play =
        CreateKernel(program, kernel("examples/ping_pong/kernels/play.cpp"), both, writer(args));
    for (std::uint32_t i = 0; i < 2; i++) {
        const auto other = session.device().worker_core_from_logical_core(players[1 - i]);
        SetRuntimeArgs(program, play, players[i],
                       {static_cast<std::uint32_t>(i == 0), static_cast<std::uint32_t>(other.x),
                        static_cast<std::uint32_t>(other.y), i + 1,
                        static_cast<std::uint32_t>(result->address())});
    }
    session.run(std::move(program));

    const std::uint32_t sum = session.read(result).front();
    session.close();
    // Player 0 adds 1 and player 1 adds 2, once a round.
    return verdict(sum == 3 * kRounds ? 0 : 1,
                   fmt::format("{} rounds, the number is {}", kRounds, sum));
}
