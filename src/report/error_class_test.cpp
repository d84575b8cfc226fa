// Which runs carry an error of their modelled time, and which do not.
#include "report/error_class.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ironbird::report {
namespace {

using profile::Step;
using testing::HasSubstr;
using testing::StartsWith;

struct Errors : testing::Test {
    profile::Totals totals;
    ErrorFacts facts{
        .chip = "n150", .noc = "timed", .timing = "contended", .fault = "", .totals = &totals};

    void path(std::initializer_list<std::pair<Step, std::uint64_t>> steps) {
        totals.path = {};
        for (const auto& [step, cycles] : steps) totals.path.add(step, cycles);
    }
    ErrorBars bars() const { return error_bars(facts); }
    // Has no figure anywhere, and says why.
    void expect_none(std::string_view reason) const {
        const ErrorBars b = bars();
        EXPECT_EQ(b.reason, reason);
        EXPECT_EQ(b.text(), reason);
        const nlohmann::json j = error_json(b);
        EXPECT_TRUE(j["class"].is_null() && j["percent"].is_null() && j["p90_percent"].is_null());
        EXPECT_EQ(j["reason"], reason);
    }
};

TEST_F(Errors, a_path_of_one_kind_has_the_errors_of_its_measurements) {
    path({{Step::dram, 95}, {Step::launch, 5}});
    EXPECT_THAT(bars().text(), StartsWith("DRAM-bound: +-"));
    const nlohmann::json j = error_json(bars());
    EXPECT_EQ(j["class"], "dram");
    EXPECT_EQ(j["percent"], 4);
    EXPECT_TRUE(j["reason"].is_null());
}

TEST_F(Errors, waiting_for_another_core_is_waiting_for_the_noc) {
    path({{Step::noc, 50}, {Step::semaphore, 50}});
    EXPECT_EQ(error_json(bars())["class"], "noc");
}

TEST_F(Errors, kinds_that_are_measured_mix) {
    path({{Step::noc, 60}, {Step::launch, 40}});
    EXPECT_EQ(bars().text(), "60 % NoC +-4 %, 40 % launch +-1 %");
    const nlohmann::json j = error_json(bars());
    EXPECT_EQ(j["class"], "mixed");
    EXPECT_DOUBLE_EQ(j["percent"], 0.6 * 4 + 0.4 * 1);
    EXPECT_EQ(j["shares"].size(), 2u);
}

TEST_F(Errors, what_no_measurement_covers_is_said) {
    path({{Step::noc, 58}, {Step::move, 42}});
    EXPECT_EQ(bars().text(), "58 % NoC +-4 %, 42 % RISC-V code: not measured");
    const nlohmann::json j = error_json(bars());
    EXPECT_TRUE(j["percent"].is_null());
    EXPECT_EQ(j["reason"], "no measurement covers 42 % of the critical path");
    EXPECT_TRUE(j["shares"][1]["percent"].is_null());
}

TEST_F(Errors, mostly_code_has_no_figure) {
    path({{Step::move, 97}, {Step::noc, 3}});
    EXPECT_EQ(bars().text(), "97 % RISC-V code: not measured");
    EXPECT_FALSE(bars().known());
}

TEST_F(Errors, math_is_what_its_units_did) {
    path({{Step::math, 100}});
    totals.work.fpu = Cycles{10};
    totals.work.sfpu = Cycles{90};
    totals.work.flops = 1;
    EXPECT_EQ(error_json(bars())["class"], "vector");
    totals.work.sfpi = Cycles{90};
    EXPECT_EQ(bars().text(), "90 % SFPI code: not measured, 10 % matmul +-2 %");
    EXPECT_FALSE(bars().known());
}

TEST_F(Errors, only_matmul_is_measured_of_the_matrix_unit) {
    path({{Step::unpack, 60}, {Step::math, 20}, {Step::pack, 20}});
    totals.work.fpu = Cycles{10};
    EXPECT_THAT(bars().text(), HasSubstr("not measured"));
    totals.work.flops = 1;
    EXPECT_EQ(error_json(bars())["class"], "compute");
}

TEST_F(Errors, a_chip_without_measurements_has_none) {
    path({{Step::noc, 1}});
    for (const char* chip : {"e75", "e150", "n150,e150"}) {
        facts.chip = chip;
        expect_none("latencies assumed: no measurement of this chip");
    }
}

TEST_F(Errors, a_disturbed_network_has_none) {
    path({{Step::noc, 1}});
    for (const char* noc : {"late", "random:7", "eager"}) {
        facts.noc = noc;
        expect_none("not a prediction: IRONBIRD_NOC=" + std::string(noc));
    }
}

TEST_F(Errors, no_contention_has_none) {
    path({{Step::noc, 1}});
    facts.timing = "ideal";
    expect_none("no contention: not held against silicon");
}

TEST_F(Errors, chips_that_talk_have_none) {
    path({{Step::noc, 1}});
    facts.ethernet = true;
    expect_none("chips talked over Ethernet: not held against silicon");
}

TEST_F(Errors, a_run_that_ended_early_has_none) {
    path({{Step::noc, 1}});
    facts.fault = "hang";
    expect_none("the run ended early: hang");
}

TEST_F(Errors, a_run_that_nobody_watched_has_none) {
    facts.totals = nullptr;
    expect_none("error unknown: nothing watched the run");
}

TEST_F(Errors, no_program_no_error) {
    expect_none("error unknown: no program ran");
}

}  // namespace
}  // namespace ironbird::report
