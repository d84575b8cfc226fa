// Arguments that were addresses of buffers, from one launch to the next.
#include "check/args/arguments.hpp"

#include <gtest/gtest.h>

#include "device/test_rig.hpp"

namespace ironbird::check {
namespace {

using namespace device;

constexpr std::uint32_t kOldBuffer = Rig::kData, kOldBytes = 4096;

void read_first_argument() {
    ib_check_access(Rig::kArgs, 4, 0);
}

class Arguments : public testing::Test {
 protected:
    Arguments() : rig({.observer = &checker}) {}

    void buffer(bool live) {
        const BufferView::Extent extent{0, kOldBuffer, kOldBuffer + kOldBytes};
        rig.chip->tell_buffer({1, false, kOldBytes, kOldBytes, {&extent, 1}}, live);
    }
    // Findings of a launch whose only argument is the address.
    std::size_t findings_of(std::uint64_t program) {
        rig.program = program;
        rig.kernel({0, 0}, abi::Processor::brisc, read_first_argument, {kOldBuffer});
        rig.run();
        Findings found(Groups::all());
        checker.report(found);
        return found.all().size();
    }

    ArgumentChecker checker;
    Rig rig;
};

TEST_F(Arguments, an_address_of_a_buffer_that_is_gone_is_stale) {
    buffer(true);
    EXPECT_EQ(findings_of(0), 0u);
    buffer(false);
    EXPECT_EQ(findings_of(0), 1u);
}

// Runtime ids are the user's: two programs may have the same one, as those of this rig do.
TEST_F(Arguments, the_same_number_means_something_else_in_another_program) {
    buffer(true);
    EXPECT_EQ(findings_of(0), 0u);
    buffer(false);
    EXPECT_EQ(findings_of(1), 0u);
}

}  // namespace
}  // namespace ironbird::check
