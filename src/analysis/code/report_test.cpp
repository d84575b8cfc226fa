// What findings come to: strategy, sums, text, JSON and comparison, without a parser.
#include "analysis/code/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/fault.hpp"

namespace ironbird::analysis::code {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

CircularBuffer cb(std::int64_t index, std::optional<std::int64_t> bytes) {
    CircularBuffer c{.how = "CreateCircularBuffer",
                     .line = static_cast<unsigned>(10 + index),
                     .size = {.text = bytes ? "kBytes" : "n * 64", .value = bytes},
                     .cores = "core"};
    if (!bytes) c.size.depends = {"ask() (line 3)"};
    c.slots.push_back({.index = {.text = "i", .value = index},
                       .format = {.text = "f", .value = 5, .name = "Float16_b"},
                       .page_size = {.text = "64", .value = 64}});
    return c;
}

Source program(std::optional<std::int64_t> second) {
    Source s{.path = "/somewhere/main.cpp", .cbs = {cb(0, 128), cb(1, second)}};
    s.constants = {{"kBytes", 128, 2}};
    s.kernels = {{.name = "kernels/reader.cpp",
                  .processor = "RISCV_1",
                  .line = 20,
                  .source = KernelSource{.path = "/somewhere/kernels/reader.cpp",
                                         .bytes = 600,
                                         .lines = 30,
                                         .loops = 2,
                                         .complexity = 3,
                                         .cb_calls = {{"cb_push_back", 2}, {"cb_wait_front", 1}}}}};
    return s;
}

TEST(CodeReport, strategy_and_sum) {
    EXPECT_EQ(program(256).strategy(), "FIXED");
    EXPECT_EQ(program(256).total_bytes(), 384);
    EXPECT_EQ(program({}).strategy(), "ADAPTIVE");
    EXPECT_EQ(program({}).total_bytes(), std::nullopt);
    EXPECT_EQ(Source{}.strategy(), "NONE");
    Source conditional = program(256);
    conditional.cbs[1].when = {"n > 4"};
    EXPECT_EQ(conditional.strategy(), "ADAPTIVE");
}

TEST(CodeReport, text_shows_values_reasons_and_kernels) {
    const std::string text = to_text(program({}), "/somewhere");
    EXPECT_THAT(text, HasSubstr("main.cpp: ADAPTIVE, 2 circular buffers, 1 kernel\n"));
    EXPECT_THAT(text, HasSubstr("128 (2 pages)"));
    EXPECT_THAT(text, HasSubstr("CB 1: its size depends on ask() (line 3)\n"));
    EXPECT_THAT(text, HasSubstr("kernels/reader.cpp: 30 lines, 600 bytes, 2 loops, 3 CB calls"));
    EXPECT_THAT(to_text(program(256), "/"), HasSubstr("2 circular buffers of 384 bytes"));
}

TEST(CodeReport, json_has_null_for_what_is_not_constant) {
    const auto j = to_json(program({}));
    EXPECT_EQ(j["strategy"], "ADAPTIVE");
    EXPECT_TRUE(j["total_bytes"].is_null());
    EXPECT_EQ(j["circular_buffers"][0]["size"]["value"], 128);
    EXPECT_TRUE(j["circular_buffers"][1]["size"]["value"].is_null());
    EXPECT_EQ(j["circular_buffers"][1]["size"]["depends_on"][0], "ask() (line 3)");
    EXPECT_EQ(j["kernels"][0]["source"]["cb_calls"], 3);
}

TEST(CodeReport, comparison_names_each_change_once) {
    Source after = program({});
    after.cbs.push_back(cb(16, 64));
    after.constants[0].value = 256;
    after.kernels.clear();
    const auto c = compare(program(256), after);
    EXPECT_EQ(c["strategy"]["before"], "FIXED");
    EXPECT_EQ(c["strategy"]["after"], "ADAPTIVE");
    ASSERT_EQ(c["circular_buffers"].size(), 2u);
    EXPECT_EQ(c["circular_buffers"][0]["name"], "1");
    EXPECT_EQ(c["circular_buffers"][0]["fields"]["bytes"]["before"], 256);
    EXPECT_EQ(c["circular_buffers"][1]["change"], "added");
    EXPECT_EQ(c["constants"][0]["fields"]["value"]["after"], 256);
    EXPECT_EQ(c["kernels"][0]["change"], "removed");
    EXPECT_THAT(comparison_text(c), HasSubstr("strategy FIXED -> ADAPTIVE"));
    EXPECT_THAT(comparison_text(compare(program(256), program(256))),
                HasSubstr("nothing else differs"));
}

TEST(CodeReport, folders_give_host_sources) {
    const fs::path folder = fs::path(testing::TempDir()) / "code_report_sources";
    fs::create_directories(folder / "kernels");
    const auto write = [&](const char* name, const char* text) {
        std::ofstream(folder / name) << text;
    };
    write("b.cpp", "CreateKernel(program);");
    write("a.cc", "CircularBufferConfig c(1);");
    write("c.cpp", "#include <vector>\n#include \"kernels/parts.hpp\"\nint main() {}");
    write("kernels/parts.hpp", "inline int x = CreateKernel(0);");
    write("helper.cpp", "int helper() { return 1; }");
    write("notes.md", "CreateKernel");
    write("kernels/reader.cpp", "// CircularBuffer\nvoid kernel_main() {}");
    EXPECT_THAT(sources_below(folder),
                ElementsAre(folder / "a.cc", folder / "b.cpp", folder / "c.cpp"));
    EXPECT_THAT(sources_below(folder / "helper.cpp"), ElementsAre(folder / "helper.cpp"));
    EXPECT_THROW(sources_below(folder / "absent"), Error);
    fs::remove_all(folder);
}

}  // namespace
}  // namespace ironbird::analysis::code
