// Runtime arguments that are missing or too many.
#include "fault.hpp"

namespace ironbird::tests {
namespace {

using namespace tt::tt_metal;

TEST(ArgumentFaults, IndexPastWhatWasSet) {
    examples::Session session;
    expect_fault("arg-index", {"2", "core (0,0)", "BRISC"}, [&] {
        run_kernel(session, "volatile uint32_t sink = get_arg_val<uint32_t>(2); (void)sink;",
                   {1, 2});
    });
}

TEST(ArgumentFaults, CommonIndexPastWhatWasSet) {
    examples::Session session;
    expect_fault("arg-index", {"common"}, [&] {
        OneKernel one("volatile uint32_t sink = get_common_arg_val<uint32_t>(1); (void)sink;");
        SetCommonRuntimeArgs(one.program, one.handle, {7});
        session.run(std::move(one.program));
    });
}

TEST(ArgumentFaults, CoreWithoutTheKernel) {
    examples::Session session;
    expect_fault("arg-core", {"arguments for core (1,0)", "create it there, too"}, [&] {
        OneKernel one("");
        SetRuntimeArgs(one.program, one.handle, CoreCoord{1, 0}, {7});
    });
}

TEST(ArgumentFaults, LastArgumentIsStillFine) {
    examples::Session session;
    EXPECT_NO_THROW(run_kernel(
        session, "volatile uint32_t sink = get_arg_val<uint32_t>(1); (void)sink;", {1, 2}));
}

TEST(ArgumentFaults, MoreThanTheLimit) {
    examples::Session session;
    expect_fault("arg-count", {"4096"}, [&] { run_kernel(session, "", examples::Words(4097)); });
}

TEST(ArgumentFaults, UniqueAndCommonTogether) {
    examples::Session session;
    expect_fault("arg-count", {"4096"}, [&] {
        OneKernel one("");
        SetRuntimeArgs(one.program, one.handle, kFirst, examples::Words(4000));
        SetCommonRuntimeArgs(one.program, one.handle, examples::Words(97));
        session.run(std::move(one.program));
    });
}

TEST(ArgumentFaults, TheLimitItselfRuns) {
    examples::Session session;
    EXPECT_NO_THROW(run_kernel(session,
                               "volatile uint32_t sink = get_arg_val<uint32_t>(4095); (void)sink;",
                               examples::Words(4096)));
}

}  // namespace
}  // namespace ironbird::tests
