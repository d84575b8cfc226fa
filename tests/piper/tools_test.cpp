// Budgets, the model of the guide's table, the measuring protocol and the checklist.
#include <map>

#include "board.hpp"
#include "checklist.hpp"
#include "diagnosis.hpp"
#include "measure.hpp"
#include "support.hpp"

namespace piper {
namespace {

TEST(Budget, ExamplesOfTheGuide) {
    const Budget usual = embedding_budget(10000, 128);
    EXPECT_NEAR(usual.bytes / kMiB, 4.88, .005);
    EXPECT_EQ(usual.cores, 5u);
    EXPECT_NEAR(usual.boards[0].percent, 5.1, .05);
    EXPECT_TRUE(usual.fits_any());
    EXPECT_EQ(embedding_budget(1000, 128).cores, 1u);
    const Budget large = embedding_budget(100000, 512);
    EXPECT_NEAR(large.bytes / kMiB, 195.3, .05);
    EXPECT_FALSE(large.fits_any());
    EXPECT_NEAR(vocabulary_budget(26, 5000).bytes / 1e6, .52 + .016, .005);
    const Budget ids = vocabulary_budget(26, 1e6);
    EXPECT_FALSE(ids.boards[0].fits);
    EXPECT_TRUE(ids.boards[1].fits);  // the e150's SRAM, but not what programs get of it
    EXPECT_FALSE(ids.fits_any());
    EXPECT_TRUE(embedding_budget(96 * 1024, 256).boards[0].fits);  // 96 MiB to the byte
    EXPECT_FALSE(embedding_budget(96 * 1024 + 1, 256).boards[0].fits);
    EXPECT_EQ(huge_pages(16), 8192u);
}

TEST(Model, TableWithinSixPercent) {
    for (const ExpectedRate& rate : expected_rates()) {
        EXPECT_NEAR(modelled_gbs(rate, find_board("e75")) / rate.e75, 1, .06) << rate.name;
        EXPECT_NEAR(modelled_gbs(rate, find_board("e150")) / rate.e150, 1, .06) << rate.name;
    }
}

TEST(Model, VerdictsAtTheirBoundaries) {
    const Range range = find_board("e75").stateless;  // 6, 8, 10
    EXPECT_EQ(judge(4, range), Verdict::alarm);
    EXPECT_EQ(judge(4.01, range), Verdict::low);
    EXPECT_EQ(judge(6, range), Verdict::within);
    EXPECT_EQ(judge(10, range), Verdict::within);
    EXPECT_EQ(judge(10.01, range), Verdict::above);
    EXPECT_EQ(expected_range("e150", true).typical, 7);
    EXPECT_EQ(expected_range("n150", false).least, 18);
    EXPECT_EQ(refusal([] { expected_range("p150", true); }),
              "the guide expects nothing of stateful operators on p150");
}

// A clock that gives the trials one, two and three seconds for ten calls of a gigabyte.
TEST(Measure, MeanAndPopulationDeviation) {
    double time = 0, step = 0;
    int calls = 0;
    bool begins = true;
    const auto now = [&] {
        if (begins) step += 1;
        time += begins ? 100 : step;
        begins = !begins;
        return time;
    };
    const Measured m = measure([&] { ++calls; }, 1e9, 5e8, {4, 10, 3}, now);
    EXPECT_EQ(calls, 4 + 30);
    EXPECT_DOUBLE_EQ(m.seconds, 6);
    const double mean = (10 + 5 + 10. / 3) / 3;
    EXPECT_NEAR(m.gbs_in, mean, 1e-9);
    EXPECT_NEAR(m.gbs_inout, 1.5 * mean, 1e-9);
    EXPECT_NEAR(m.gbs_in_std, 2.8327886, 1e-6);
}

// Trials of two calls alternate; the second is slower by a factor that differs from trial to trial.
TEST(Measure, CallsTakeTurns) {
    std::string order;
    double time = 0;
    const double seconds[] = {1, 2, 1, 3, 1, 10};
    std::size_t reads = 0;
    const auto now = [&] { return time += reads++ % 2 == 0 ? 0 : seconds[reads / 2 - 1]; };
    const auto both = measure_in_turn(
        {{[&] { order += 'a'; }, 2e9, 0}, {[&] { order += 'b'; }, 2e9, 0}}, {1, 1, 3}, now);
    EXPECT_EQ(order, "abababab");
    EXPECT_DOUBLE_EQ(both[0].gbs_in, 2);
    EXPECT_DOUBLE_EQ(times_as_fast(both[0], both[1]), 3);
}

std::map<std::string, Outcome> outcomes(const Machine& machine) {
    std::map<std::string, Outcome> by_item;
    for (const Checked& one : checklist(machine)) by_item[one.item] = one.outcome;
    return by_item;
}

TEST(Checklist, MachineWithoutACard) {
    const Folder folder;
    const Machine bare{folder / "", [](const std::string&) { return std::string(); }};
    const auto found = outcomes(bare);
    EXPECT_EQ(found.at("card"), Outcome::fail);
    EXPECT_EQ(found.at("kernel module"), Outcome::fail);
    for (const auto& [item, outcome] : found)
        if (item != "card" && item != "kernel module") {
            EXPECT_EQ(outcome, Outcome::warn) << item;
        }
    EXPECT_FALSE(sample(bare).temperature_c);
    EXPECT_FALSE(checklist(this_machine()).empty());
    EXPECT_THAT(to_text(causes_of_low_throughput(bare)), ::testing::HasSubstr("no card"));
    EXPECT_THAT(to_text(causes_of_failed_allocation(bare)),
                ::testing::HasSubstr("0 of 0 pages of 2 MB are free"));
}

TEST(Checklist, MachineWithACard) {
    const Folder folder;
    const auto make = [&](const std::string& path, const std::string& text) {
        std::filesystem::create_directories((folder / path).parent_path());
        folder.file(path, text);
    };
    const std::string card = "sys/bus/pci/devices/0000:01:00.0/";
    make(card + "vendor", "0x1e52\n");
    make(card + "current_link_speed", "16.0 GT/s PCIe\n");
    make(card + "current_link_width", "8\n");
    make(card + "hwmon/hwmon3/temp1_input", "51500\n");
    make(card + "hwmon/hwmon3/power1_input", "60000000\n");
    make("sys/module/tenstorrent/version", "1\n");
    make("proc/meminfo",
         "MemTotal: 65536 kB\nHugePages_Total:    8192\nHugePages_Free:     8192\n");
    make("opt/bin/tt-smi", "");
    make("opt/bin/python3.11", "");
    make(card + "tenstorrent/tenstorrent!0/tt_fw_bundle_ver", "80.9\n");
    make("proc/loadavg", "3.50 2 1 1/100 5\n");
    const Machine machine{folder / "", [](const std::string& name) {
                              return std::string(name == "PATH"        ? "/bin:/opt/bin"
                                                 : name == "ARCH_NAME" ? "grayskull"
                                                                       : "");
                          }};
    const auto found = outcomes(machine);
    for (const auto* item : {"card", "kernel module", "huge pages of 16 GB", "tt-smi", "ARCH_NAME",
                             "Python 3.8", "firmware"})
        EXPECT_EQ(found.at(item), Outcome::pass) << item;
    EXPECT_EQ(found.at("PCIe Gen4 x16"), Outcome::warn);  // eight lanes
    EXPECT_EQ(found.at("tt-flash"), Outcome::warn);
    EXPECT_DOUBLE_EQ(*sample(machine).temperature_c, 51.5);
    EXPECT_DOUBLE_EQ(*sample(machine).power_w, 60);
    EXPECT_EQ(sample(machine).link, "16.0 GT/s PCIe x8");
    const std::string causes = to_text(causes_of_low_throughput(machine));
    for (const auto* found : {"51.5 C, below 75 C", "16.0 GT/s PCIe x8", "8192 of 8192 pages",
                              "3.5 processes run or wait", "ironbird bench dram_read"})
        EXPECT_THAT(causes, ::testing::HasSubstr(found));
}

}  // namespace
}  // namespace piper
