// Findings: folded, shown, kept, suppressed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "check/baseline.hpp"
#include "check/finding_text.hpp"
#include "check/findings.hpp"
#include "check/sarif.hpp"
#include "check/suppression.hpp"

namespace ironbird::check {
namespace {

using testing::HasSubstr;

Place place(std::uint32_t line, std::uint32_t core, std::uint64_t cycle) {
    return {.core_x = core,
            .processor = "BRISC",
            .file = "/k/reader.cpp",
            .line = line,
            .cycle = cycle};
}

Finding early_push(std::uint32_t core, std::uint64_t cycle, std::uint32_t line = 31) {
    return {.rule = "NOC-001",
            .parties = {{"issued", place(line, core, cycle), "noc_async_read(src, l1, 2048)"},
                        {"used", place(33, core, cycle + 27), "cb_push_back(cb_in0, 1)"},
                        {"arrives", {}, "cycle 1 690, 459 cycles after it is used"}},
            .because = {},
            .remedy = "put noc_async_read_barrier() between lines 31 and 33"};
}

TEST(Findings, FoldedByPlaceAndTheFirstInTimeIsShown) {
    Findings all;
    all.add(early_push(2, 1300));
    all.add(early_push(1, 1204));
    all.add(early_push(1, 9999));
    all.add(early_push(1, 2000, 40));
    const auto list = all.all();
    ASSERT_EQ(list.size(), 2u);
    EXPECT_EQ(list[0].seen, 3u);
    EXPECT_EQ(list[0].cores, 2u);
    EXPECT_EQ(list[0].parties[0].place->cycle, 1204u);
    EXPECT_EQ(list[1].parties[0].place->line, 40u);
    EXPECT_EQ(all.errors(), 2u);
}

TEST(Findings, GroupsThatAreNotCheckedAreDropped) {
    Findings all(Groups::parse("memory,race"));
    all.add(early_push(0, 1));
    EXPECT_TRUE(all.empty());
    EXPECT_EQ(all.groups().text(), "memory race");
    EXPECT_THROW(Groups::parse("memory,fish"), Error);
}

TEST(FindingText, IsTheTableOfItsParties) {
    Finding f = early_push(0, 1204);
    f.seen = 4096;
    f.cores = 64;
    EXPECT_EQ(
        to_text(f, "/k"),
        "error NOC-001  data of a NoC read is handed on before it has arrived\n"
        "  issued   reader.cpp:31   noc_async_read(src, l1, 2048)  core (0,0) BRISC  cycle 1 204\n"
        "  used     reader.cpp:33   cb_push_back(cb_in0, 1)        core (0,0) BRISC  cycle 1 231\n"
        "  arrives  cycle 1 690, 459 cycles after it is used\n"
        "  do       put noc_async_read_barrier() between lines 31 and 33\n"
        "  seen     4 096 times at this place, on 64 cores\n");
}

TEST(FindingJson, ThereAndBack) {
    const Finding f = early_push(3, 77);
    EXPECT_EQ(to_text(finding_of(to_json(f))), to_text(f));
    EXPECT_THROW(finding_of({{"id", "NO-1"}}), Error);
    EXPECT_THROW(finding_of({{"title", "none"}}), Error);
    for (const char* name : {"seen", "cores"})
        for (const auto& wrong : {nlohmann::ordered_json(7e28), nlohmann::ordered_json(-1)}) {
            auto json = to_json(f);
            json[name] = wrong;
            EXPECT_THROW(finding_of(json), Error) << name;
            json = to_json(f);
            json["parties"][0]["core"][0] = wrong;
            EXPECT_THROW(finding_of(json), Error);
        }
}

class Files : public testing::Test {
 protected:
    std::string write(const std::string& name, const std::string& text) {
        const auto path = folder_ / name;
        std::ofstream(path) << text;
        return path.string();
    }
    ~Files() override { std::filesystem::remove_all(folder_); }

 private:
    std::filesystem::path folder_ = [] {
        std::string name = (std::filesystem::temp_directory_path() / "findingXXXXXX").string();
        return std::filesystem::path(mkdtemp(name.data()));
    }();
};

using SuppressionTest = Files;

TEST_F(SuppressionTest, InTheSourceOnTheLineOrAbove) {
    const std::string source = write("k.cpp",
                                     "void kernel_main() {\n"
                                     "    // ironbird: allow NOC-001 because it is thrown away\n"
                                     "    // ironbird: allow NOC-002 because of that\n"
                                     "    noc_async_read(a, b, 64);\n"
                                     "    noc_async_read(c, d, 64);\n"
                                     "    // ironbird: allow NOC-004\n"
                                     "}\n");
    Suppressions all;
    all.add_source(source);
    Finding f = early_push(0, 1);
    f.parties[0].place->file = source;
    f.parties[0].place->line = 4;
    const Suppression* by = all.allowing(f);
    ASSERT_NE(by, nullptr);
    EXPECT_EQ(by->reason, "it is thrown away");
    f.parties[0].place->line = 5;
    EXPECT_EQ(all.allowing(f), nullptr);
    ASSERT_EQ(all.unused().size(), 1u);
    EXPECT_EQ(all.unused()[0].rule, "NOC-002");
    ASSERT_EQ(all.trouble().size(), 1u);  // the one without a reason
    EXPECT_THAT(all.trouble()[0], HasSubstr("k.cpp:6"));
}

TEST_F(SuppressionTest, ByFileWithAReason) {
    Suppressions all;
    all.add_file(write("list", "# why\nNOC-001 reader.cpp because known\nNOC-002 * because so\n"));
    EXPECT_NE(all.allowing(early_push(0, 1)), nullptr);
    ASSERT_EQ(all.unused().size(), 1u);
    EXPECT_EQ(all.unused()[0].rule, "NOC-002");
    EXPECT_THROW(all.add_file(write("bad", "NOC-001 reader.cpp\n")), Error);
    EXPECT_THROW(all.add_file(write("worse", "NOC-999 x because y\n")), Error);
}

using BaselineTest = Files;

TEST_F(BaselineTest, KnowsFindingsWhenLinesMoveButNotASecondOne) {
    const std::string path = write("baseline.json", "");
    const std::vector<Finding> old = {early_push(0, 1)};
    Baseline::write(path, old);
    Baseline known = Baseline::read(path);
    EXPECT_TRUE(known.take(early_push(5, 9, 35)));
    EXPECT_FALSE(known.take(early_push(5, 9, 36)));
    EXPECT_EQ(known.left(), 0u);
    EXPECT_THROW(Baseline::read(write("no.json", "{}")), Error);
}

TEST(Sarif, HasRulePlacesAndReview) {
    const std::vector<ReviewedFinding> findings = {{early_push(0, 5), "", false, true},
                                                   {early_push(0, 5, 40), "measured", true, false}};
    const auto log = to_sarif(findings, "1.0", "/k");
    EXPECT_EQ(log["version"], "2.1.0");
    const auto& run = log["runs"][0];
    EXPECT_EQ(run["tool"]["driver"]["rules"].size(), rules().size());
    const auto& first = run["results"][0];
    EXPECT_EQ(first["ruleId"], "NOC-001");
    EXPECT_EQ(first["baselineState"], "unchanged");
    const auto& at = first["locations"][0]["physicalLocation"];
    EXPECT_EQ(at["artifactLocation"]["uri"], "reader.cpp");
    EXPECT_EQ(at["region"]["startLine"], 31);
    EXPECT_EQ(first["relatedLocations"].size(), 1u);
    EXPECT_EQ(run["results"][1]["suppressions"][0]["kind"], "inSource");
    EXPECT_EQ(run["results"][1]["suppressions"][0]["justification"], "measured");
}

}  // namespace
}  // namespace ironbird::check
