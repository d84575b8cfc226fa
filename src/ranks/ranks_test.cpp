// Two ranks in one process, joined by queues: the same bytes and cycles as one engine has, and what
// does not fit together is refused.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <thread>

#include "base/core_name.hpp"
#include "device/test_rig.hpp"
#include "ranks/protocol.hpp"
#include "ranks/ranks_test_link.hpp"

namespace ironbird::ranks {
namespace {

TEST(Ranks, who_differs_is_named) {
    const Identity mine{"1.0", "a.out 3"};
    EXPECT_EQ(mismatch(mine, mine, 2), "");
    EXPECT_EQ(mismatch(mine, {"1.1", "a.out 3"}, 2),
              "rank 2 is Ironbird 1.1, rank 0 is 1.0: install one version everywhere");
    EXPECT_EQ(mismatch(mine, {"1.0", "b.out"}, 3),
              "rank 3 was started for `b.out`, rank 0 for `a.out 3`: give all ranks one command");
}

TEST(Ranks, every_rank_has_a_chip_and_neighbours_stay_together) {
    for (std::uint32_t chips = 1; chips <= 32; chips++)
        for (std::uint32_t ranks = 1; ranks <= chips; ranks++) {
            const Spread spread{ranks, chips};
            std::uint32_t last = 0;
            for (std::uint32_t c = 0; c < chips; c++) {
                const std::uint32_t rank = spread.rank_of(c);
                ASSERT_TRUE(rank == last || rank == last + 1) << ranks << " " << chips;
                last = rank;
            }
            ASSERT_EQ(last, ranks - 1);
        }
}

TEST(Ranks, a_launch_survives_the_way) {
    const device::FunctionKernel kernel([] {});
    const std::vector<device::CbSetup> cbs = {{3, 5, 4096, 2048, 1024}};
    const Bytes words = {1, 2, 3, 4};
    const device::CoreLaunch::Write write{64, words};
    device::CoreLaunch core;
    core.core = core.relative = {1, 2};
    core.kernels[1] = &kernel;
    core.cbs = cbs;
    core.writes = {&write, 1};
    core.delay = 7;
    const std::vector<device::CoreLaunch> cores(3, core);
    Out out;
    put_launch(out, {.chip = 5, .name = "p", .earliest = Cycles{9}, .cores = cores},
               {{&kernel, 0}});
    const abi::Kernel* loaded = &kernel;
    const auto held = take_launch(out.bytes, {&loaded, 1});
    EXPECT_EQ(held->launch.chip, 5u);
    EXPECT_EQ(held->launch.name, "p");
    EXPECT_EQ(held->launch.earliest.v, 9u);
    ASSERT_EQ(held->launch.cores.size(), 3u);
    EXPECT_EQ(held->cbs.size(), 1u);
    const device::CoreLaunch& got = held->launch.cores[2];
    EXPECT_EQ(got.kernels[1], &kernel);
    EXPECT_EQ(got.kernels[0], nullptr);
    EXPECT_EQ(got.delay, 7u);
    EXPECT_EQ(got.cbs[0].size, 2048u);
    EXPECT_EQ(got.writes[0].address, 64u);
    EXPECT_EQ(Bytes(got.writes[0].bytes.begin(), got.writes[0].bytes.end()), words);
}

TEST(Ranks, an_error_survives_the_way) {
    const Error sent(Fault::noc_target, "what", Place{.device = 3, .file = "k.cpp", .line = 4},
                     "why");
    Out out;
    out << sent;
    In in(out.bytes);
    EXPECT_STREQ(take_error(in).what(), sent.what());
}

TEST(Ranks, a_stranger_is_refused_and_all_hear_of_it) {
    TestLinks links(3);
    links.of(1).send(0, greeting({"1.0", "a"}).bytes);
    links.of(2).send(0, greeting({"1.0", "b"}).bytes);
    try {
        receive_ranks(links.of(0), {"1.0", "a"}, {});
        FAIL();
    } catch (const Error& e) {
        EXPECT_EQ(e.summary(),
                  "rank 2 was started for `b`, rank 0 for `a`: give all ranks one command");
    }
    for (const std::uint32_t r : {1u, 2u}) {
        const Bytes message = links.of(r).receive(0);
        EXPECT_NE(In(message).next<Welcome>().refusal, "");
    }
}

// ---- two engines that meet, each with one of two chips that a cable joins

constexpr std::uint32_t kArguments = 0x8000, kOut = 0x10000, kCame = 0x10040;
constexpr std::uint32_t kBalls = 20;
constexpr std::uint32_t kChannels[] = {8, 0};  // of the two ends

// Words go to and fro; the chip whose argument is 2 then does what no cable can.
void play() {
    const std::uint32_t who = device::arg(0);
    for (std::uint32_t i = 1; i <= kBalls; i++) {
        if (who != 0) ib_sem_wait_min(kCame, i);
        device::l1_word(kOut) = i;
        ib_eth_send(0, kOut, kCame, 16);
        if (who == 0) ib_sem_wait_min(kCame, i);
    }
    if (who == 2) ib_eth_send(0, kOut + 1, kCame, 16);
}

// A launch on the Ethernet core of one chip.
struct Player {
    Player(device::Engine& engine, std::uint32_t chip, std::uint8_t who) : words{who, 0, 0, 0} {
        core.core = core.relative = {kChannels[chip], kEthernetRow};
        core.kernels[0] = &kernel;
        core.args[0] = {.rta_base = kArguments, .rta_count = 1};
        core.writes = {&write, 1};
        engine.start({.chip = chip, .name = "play", .earliest = Cycles{1000}, .cores = {&core, 1}});
    }

    device::FunctionKernel kernel{play};
    Bytes words;
    device::CoreLaunch::Write write{kArguments, words};
    device::CoreLaunch core;
};

struct Ended {
    std::uint64_t end = 0, bytes = 0;
    std::uint8_t came = 0;
    std::string fault;  // or "elsewhere"
    auto operator<=>(const Ended&) const = default;
};

Ended outcome(device::Chip& chip, std::uint32_t id) {
    Bytes word(4);
    chip.read_l1(chip.plan().core_index({kChannels[id], kEthernetRow}), kCame, word);
    return {chip.now().v, chip.link_traffic(kChannels[id]).bytes, word[0], {}};
}

std::array<Ended, 2> in_one_process() {
    const auto engine = device::make_engine({.threads = 1});
    device::Chip* chips[] = {&engine->add_chip(*arch::find("n300")),
                             &engine->add_chip(*arch::find("n300"))};
    engine->connect({0, kChannels[0]}, {1, kChannels[1]});
    const Player first(*engine, 0, 0), second(*engine, 1, 1);
    while (engine->busy()) engine->advance();
    return {outcome(*chips[0], 0), outcome(*chips[1], 1)};
}

// Advances until both launches are over; every rank counts those of all.
Ended take_part(Link& link, device::Engine& engine, device::Chip& chip) {
    std::vector<Bytes> mine(2, Bytes(1)), others(2, Bytes(1));
    const std::uint32_t me = link.rank();
    try {
        while (mine[1 - me][0] + others[1 - me][0] < 2) {
            const auto done = engine.advance();
            mine[1 - me][0] = static_cast<std::uint8_t>(mine[1 - me][0] + done.size());
            link.exchange(mine, others);
        }
    } catch (const device::EndedElsewhere&) {
        return {.fault = "elsewhere"};
    } catch (const Error& e) {
        return {.fault = std::string(row(e.fault()).slug)};
    }
    return outcome(chip, me);
}

std::array<Ended, 2> in_two(std::uint8_t second) {
    TestLinks links(2);
    const Spread spread{2, 2};
    std::deque<RankPeers> peers;
    std::vector<std::unique_ptr<device::Engine>> engines;
    std::vector<device::Chip*> chips;
    std::deque<Player> players;
    for (const std::uint32_t r : {0u, 1u}) {
        peers.emplace_back(links.of(r), spread);
        engines.push_back(device::make_engine({.threads = 1}, &peers[r]));
        chips.push_back(&engines[r]->add_chip(*arch::find("n300"), r));
        engines[r]->connect({0, kChannels[0]}, {1, kChannels[1]});
        players.emplace_back(*engines[r], r, r == 0 ? 0 : second);
    }
    std::array<Ended, 2> ended;
    std::thread other([&] { ended[1] = take_part(links.of(1), *engines[1], *chips[1]); });
    ended[0] = take_part(links.of(0), *engines[0], *chips[0]);
    other.join();
    return ended;
}

TEST(Ranks, a_cable_between_processes_is_one_within) {
    const auto one = in_one_process();
    EXPECT_EQ(one[0].came, kBalls);
    EXPECT_EQ(in_two(1), one);
}

TEST(Ranks, a_fault_ends_all_and_one_says_why) {
    const auto ended = in_two(2);
    EXPECT_EQ(ended[0].fault, "elsewhere");
    EXPECT_EQ(ended[1].fault, "noc-alignment");
}

}  // namespace
}  // namespace ironbird::ranks
