// Logs: counts of a recorded run, older lines, and bytes that mean nothing.
#include "analysis/log/log.hpp"

#include <gmock/gmock.h>

#include <random>

namespace ironbird::analysis {
namespace {

using testing::HasSubstr;

L1Map map() {
    return map_of(*arch::find("n150"));
}

std::string text_of(const Log& log) {
    return to_text(log, predict(log, map(), Settings{}), Settings{});
}

// Two A tiles, two B tiles, four circular buffers of four tiles.
TEST(Log, TheSampleIsWhatWasRecorded) {
    const Log log = read_log(sample_log());
    EXPECT_EQ(log.malformed, 0u);
    EXPECT_EQ(log.older, 0u);
    EXPECT_EQ(log.product, "n150");
    struct Row {
        std::uint32_t cb;
        std::uint64_t pushes;
    };
    for (const Row& r : {Row{0, 2}, Row{1, 4}, Row{2, 6}, Row{16, 2}}) {
        const CbLog& cb = log.cbs.at(r.cb);
        EXPECT_EQ(cb.pushes, r.pushes) << r.cb;
        EXPECT_EQ(cb.pops, r.pushes) << r.cb;
        EXPECT_EQ(cb.reserve.calls, r.pushes) << r.cb;
        EXPECT_EQ(cb.wait.calls, r.pushes) << r.cb;
        EXPECT_EQ(cb.pages, 4u);
        EXPECT_EQ(cb.page_bytes, 4096u);
        EXPECT_EQ(cb.format, "Float32");
        EXPECT_GE(cb.most, 1u);
        EXPECT_LE(cb.most, 4u);
    }
    EXPECT_GT(log.cbs.at(1).wait.cycles, 0u);
    ASSERT_EQ(log.kernels.size(), 5u);
    for (const KernelLog& k : log.kernels) {
        EXPECT_EQ(k.runs, 1u) << k.name;
        EXPECT_EQ(k.unfinished, 0u);
        EXPECT_GT(k.cycles, 0u);
    }
    const auto plan = predict(log, map(), Settings{});
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->work.a_tiles, 2u);
    EXPECT_EQ(plan->work.b_tiles, 2u);
    EXPECT_DOUBLE_EQ(plan->metrics.miss, 0);
}

TEST(Log, BlockedTimeAndOccupancyAddUp) {
    const Log log = read_log(
        "cb.alloc prog=1 core=0,0 cb=3 addr=1 bytes=8192 pages=2 page_size=4096 fmt=Float32\n"
        "2026-01-01 | debug | cb.push core=0,0 cb=3 n=1 cycle=5\n"
        "cb.push core=0,0 cb=3 n=1 cycle=6\n"
        "cb.reserve core=0,0 cb=3 n=1 occ=2 cycle=90 blocked_cycles=70\n"
        "cb.reserve core=1,0 cb=3 n=1 occ=2 cycle=90 blocked_cycles=30\n"
        "cb.pop core=0,0 cb=3 n=2 cycle=95\n"
        "buffer.alloc type=L1 addr=0x100 bytes=64 banks=1\n"
        "buffer.alloc type=L1 addr=0x200 bytes=32 banks=1\n"
        "buffer.free type=L1 addr=0x100\n");
    const CbLog& cb = log.cbs.at(3);
    EXPECT_EQ(cb.most, 2u);
    EXPECT_EQ(cb.full, 1u);
    EXPECT_EQ(cb.reserve.blocked, 2u);
    EXPECT_EQ(cb.reserve.cycles, 100u);
    EXPECT_EQ(cb.reserve.longest, 70u);
    EXPECT_EQ(log.buffers.at("L1").most_bytes, 96u);
    EXPECT_EQ(log.buffers.at("L1").bytes, 32u);
    EXPECT_EQ(log.events, 9u);
}

TEST(Log, OlderLinesGiveTheSamePlan) {
    const Log log = read_log(
        "DEBUG: num_tiles=16, mesh_devices=2, tiles_per_shard=8\n"
        "DEBUG: total_sharded_tiles=16, buffer_size=65536 bytes\n"
        "DEBUG: Scalable CB allocation - CB0:4, CB1:4, CB2+CB16:4 tiles. Total:12 tiles "
        "(48KB/48KB)\n"
        "INFO: Large workload detected (32 A tiles, 20 B tiles) - streaming\n"
        "READER KERNEL START n_tiles=16 r_tiles=16\n"
        "READER KERNEL COMPLETE\n"
        "Mismatch at index 3: expected 4 got 5\n"
        "A verification: 14343 / 16384 passed\n"
        "worker_l1_size: 0x16e000\n");
    EXPECT_EQ(log.facts.at("passed"), 14343u);
    EXPECT_EQ(log.facts.at("checked"), 16384u);
    EXPECT_EQ(log.facts.at("mismatches"), 1u);
    EXPECT_EQ(log.facts.at("kernel starts"), 1u);
    EXPECT_EQ(log.facts.at("kernel ends"), 1u);
    EXPECT_EQ(log.facts.at("large_b_tiles"), 20u);
    EXPECT_EQ(log.facts.at("cb_kib"), 48u);
    EXPECT_EQ(log.facts.at("worker_l1_size"), 0x16e000u);
    const auto plan = predict(log, map(), Settings{});
    ASSERT_TRUE(plan);
    EXPECT_DOUBLE_EQ(plan->metrics.miss, 0.75);
    EXPECT_THAT(text_of(log), HasSubstr("miss 75.0 %"));
}

TEST(Log, NothingIsNoEvents) {
    EXPECT_THAT(text_of(read_log("")), HasSubstr("no events"));
    EXPECT_THAT(text_of(read_log("hello\n\nworld=3\n")), HasSubstr("no events"));
    EXPECT_THAT(text_of(read_log(std::string(1 << 20, 'x'))), HasSubstr("no events"));
}

TEST(Log, GarbageIsReadToItsEnd) {
    std::mt19937 random(6);
    const std::string sample(sample_log());
    for (int turn = 0; turn < 300; turn++) {
        std::string text = turn % 2 == 0 ? sample : std::string(2000, ' ');
        for (int i = 0; i < 200; i++)
            text[random() % text.size()] = static_cast<char>(random() % 256);
        const Log log = read_log(text);
        EXPECT_FALSE(text_of(log).empty());
        EXPECT_LE(log.events + log.older + log.malformed, log.lines);
    }
}

TEST(Log, EventsWithoutWhatTheyNeedAreCounted) {
    const Log log = read_log(
        "cb.push core=0,0 cb=999999 n=1\ncb.push cb=1 n=1\ncb.push core=0,0 cb=1\n"
        "kernel.end core=0,0 risc=BRISC cycle=5\nkernel.begin core=0,0\nbuffer.alloc type=L1\n"
        "cb.alloc core=0,0 cb=1 page_size=0 bytes=7\ncb.wait\n");
    EXPECT_EQ(log.malformed, 8u);
    EXPECT_EQ(log.events, 0u);
    EXPECT_TRUE(log.empty());
}

}  // namespace
}  // namespace ironbird::analysis
