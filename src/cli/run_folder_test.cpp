// Numbering, lookup and damaged records of run folders.
#include "cli/run_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/fault.hpp"
#include "cli/record.hpp"

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

TEST_F(RunFolder, DamagedRecordIsRefusedWithTheReason) {
    struct Row {
        const char *text, *why;
    };
    constexpr Row rows[] = {
        {"", "it is empty"},
        {"{\"schema\": 1, \"prog", "cut short"},
        {"[1]", "no record of a run"},
        {"{\"schema\": 2}", "its schema is 2"},
        {"{\"cycles\": 2}", "\"schema\" is missing"},
        {"{\"schema\": 1, \"cycles\": \"many\"}", "\"cycles\" is not a whole number"},
        {"{\"schema\": 1, \"cycles\": -1}", "\"cycles\" is not a whole number"},
        {"{\"schema\": 1, \"traffic\": {\"noc_bytes\": [1, null]}}",
         "\"traffic/noc_bytes/1\" is not"},
        {"{\"schema\": 1, \"profile\": {\"processors\": {\"BRISC\": {}}}}",
         "\"profile/processors/BRISC/cycles\" is missing"},
        {"{\"schema\": 1, \"profile\": {\"error_percent\": 5, \"error_text\": \"x\"}}",
         "\"profile/error_p90_percent\" is missing"},
    };
    const auto made = new_run_folder(parent_);
    for (const Row& r : rows) {
        std::ofstream(made / "run.json") << r.text;
        try {
            record_of(made);
            FAIL() << r.text;
        } catch (const Error& e) {
            EXPECT_THAT(e.what(), testing::HasSubstr(r.why));
        }
    }
    write_record(made, {{"schema", 1}});
    EXPECT_EQ(record_of(made)["schema"], 1);
}

TEST_F(RunFolder, WhatIsNotUtf8IsKeptToTheByte) {
    EXPECT_TRUE(is_utf8("gr\xc3\xbc\xc3\x9f"));
    EXPECT_FALSE(is_utf8("\xff.cpp"));
    EXPECT_EQ(from_hex(to_hex("\xff \x01z")), "\xff \x01z");
    EXPECT_THROW(from_hex("abc"), Error);
    EXPECT_THROW(from_hex("zz"), Error);
}

}  // namespace
}  // namespace ironbird::cli
