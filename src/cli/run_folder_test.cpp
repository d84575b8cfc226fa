// Numbering, lookup and damaged records of run folders.
#include "cli/run_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "base/fault.hpp"

namespace ironbird::cli {
namespace {

class RunFolder : public testing::Test {
 protected:
    void SetUp() override { parent_ = testing::TempDir() + "/run_folder_test/" + name(); }
    void TearDown() override { std::filesystem::remove_all(parent_); }
    static std::string name() {
        return testing::UnitTest::GetInstance()->current_test_info()->name();
    }
    std::filesystem::path parent_;
};

TEST_F(RunFolder, NumbersGoUpFromTheLargest) {
    EXPECT_EQ(new_run_folder(parent_).filename(), "0001");
    std::filesystem::create_directory(parent_ / "0041");
    std::filesystem::create_directory(parent_ / "notes");
    EXPECT_EQ(new_run_folder(parent_).filename(), "0042");
}

TEST_F(RunFolder, IsFoundByNumberWithOrWithoutZeros) {
    const auto made = new_run_folder(parent_);
    write_record(made, {{"schema", 1}});
    EXPECT_EQ(find_run("1", parent_), made);
    EXPECT_EQ(find_run("0001", parent_), made);
    EXPECT_EQ(find_run(made.string(), parent_), made);
    EXPECT_THROW(find_run("2", parent_), Error);
}

TEST_F(RunFolder, DamagedRecordReadsAsEmpty) {
    const auto made = new_run_folder(parent_);
    EXPECT_TRUE(read_record(made).empty());
    std::ofstream(made / "run.json") << "{\"schema\": 1, \"prog";
    EXPECT_TRUE(read_record(made).empty());
    write_record(made, {{"schema", 1}});
    EXPECT_EQ(read_record(made)["schema"], 1);
}

}  // namespace
}  // namespace ironbird::cli
