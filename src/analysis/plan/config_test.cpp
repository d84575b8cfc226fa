// Configurations: what they may say, and how the rest is refused.
#include "analysis/plan/config.hpp"

#include <gmock/gmock.h>

#include <fstream>

namespace ironbird::analysis {
namespace {

using testing::ElementsAre;

TEST(Config, ChipsWorkloadsAndSettings) {
    const Config c = parse_config(R"({
        "chips": ["e150", "n150", "p150"],
        "policies": ["fixed"],
        "workloads": [{"name": "mine", "a_tiles": 12, "b_tiles": 3, "tile_bytes": 2048}],
        "settings": {"score.high": 60, "weight.miss_b": 0.5}})");
    EXPECT_THAT(c.chips, ElementsAre("e150", "n150", "p150"));
    ASSERT_EQ(c.workloads.size(), 1u);
    EXPECT_EQ(c.workloads[0].tile_bytes, 2048u);
    EXPECT_EQ(c.workloads[0].name, "mine");
    EXPECT_DOUBLE_EQ(c.settings.score_high, 60);
    EXPECT_DOUBLE_EQ(c.settings.score_low, 30);
}

TEST(Config, WhatItCannotMeanIsRefused) {
    for (const char* bad :
         {"", "[]", "{", R"({"chip": "n150"})", R"({"chips": "n150"})", R"({"chips": [1]})",
          R"({"workloads": [7]})", R"({"workloads": [{"a_tiles": 0}]})",
          R"({"workloads": [{"a_tiles": -1}]})", R"({"workloads": [{"a_tiles": "4"}]})",
          R"({"workloads": [{"tiles": 4}]})", R"({"settings": {"speed": 1}})",
          R"({"settings": {"score.high": "x"}})", R"({"settings": {"score.high": -1}})",
          R"({"settings": {"score.high": 20}})"})
        EXPECT_THROW(parse_config(bad), Error) << bad;
    EXPECT_THROW(read_config("/no such file"), Error);
}

TEST(Settings, EveryRowCanBeChanged) {
    for (const SettingRow& row : setting_rows()) {
        Settings s;
        EXPECT_DOUBLE_EQ(s.*row.value, row.standard) << row.key;
        change(s, row.key, 3);
        EXPECT_DOUBLE_EQ(s.*row.value, 3) << row.key;
    }
}

TEST(KernelBytes, AreTheFilesOrAnEstimate) {
    const auto bytes = [](const std::string& text) {
        const std::string path = testing::TempDir() + "memory_kernel";
        std::ofstream(path) << text;
        return kernel_bytes(path, Settings{});
    };
    EXPECT_EQ(bytes(std::string(1000, ' ')), 350u);
    EXPECT_EQ(bytes("#include \"api/compute/pack.h\"" + std::string(971, ' ')), 1050u);
    EXPECT_EQ(bytes("\x7f"
                    "ELF" +
                    std::string(996, ' ')),
              1000u);
}

}  // namespace
}  // namespace ironbird::analysis
