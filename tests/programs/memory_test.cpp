// The ways in which kernels use memory: raw L1 pointers, globals, polling, addresses in uint32_t.
#include "fault.hpp"

namespace ironbird::tests {
namespace {

using namespace tt::tt_metal;

// Runs a kernel on a range of cores; each leaves words in its own slot of 64 bytes, argument 0 is
// the result's address, argument 1 the slot, further ones follow.
class Memory : public testing::TestWithParam<const char*> {
 protected:
    static constexpr std::uint32_t kPage = 64, kWords = kPage / sizeof(std::uint32_t);

    examples::Words run(const char* kernel, const CoreRange& cores,
                        const examples::Words& more = {}) {
        const auto count = static_cast<std::uint32_t>(cores.size());
        auto result = session_.dram(count * kPage, kPage);
        Program program = CreateProgram();
        CreateCircularBuffer(program, cores, cb(4096, 64));
        const KernelHandle handle =
            CreateKernel(program, examples::kernel(std::string("tests/programs/kernels/") + kernel),
                         cores, examples::writer(examples::accessor_args({result})));
        CreateSemaphore(program, cores, 0);
        std::uint32_t slot = 0;
        for (const CoreCoord& core : cores) {
            examples::Words args = {static_cast<std::uint32_t>(result->address()), slot++};
            args.insert(args.end(), more.begin(), more.end());
            SetRuntimeArgs(program, handle, core, args);
        }
        session_.run(std::move(program));
        return session_.read(result);
    }

    examples::Session session_;
};

TEST_F(Memory, ArgumentIsAPointerIntoL1) {
    const std::uint32_t l1 = session_.device().l1_size_per_core() / 2;
    const auto words = run("raw_pointer.cpp", CoreRange(kFirst), {l1});
    for (std::uint32_t i = 0; i < kWords; i++) EXPECT_EQ(words[i], 7 * i + 1);
}

TEST_F(Memory, GlobalsAndStaticsBelongToOneProcessor) {
    const CoreRange cores({0, 0}, {7, 7});
    for (int launch = 0; launch < 2; launch++) {
        const auto words = run("globals.cpp", cores);
        for (std::uint32_t i = 0; i < 64; i++) {
            EXPECT_EQ(words[i * kWords], 100 + i) << "initialised anew, then changed by core " << i;
            EXPECT_EQ(words[i * kWords + 1], 5 + 3 * i) << "function static on core " << i;
            EXPECT_EQ(words[i * kWords + 2], 100 + i) << "through a pointer global on core " << i;
            EXPECT_EQ(words[i * kWords + 3], 0xc0ffeeu) << "constant table on core " << i;
        }
    }
}

TEST_F(Memory, PollingAWordThatAnotherCoreWrites) {
    const CoreRange cores({0, 0}, {1, 0});
    const auto a = session_.device().worker_core_from_logical_core({0, 0});
    const auto words =
        run("poll.cpp", cores, {static_cast<std::uint32_t>(a.x), static_cast<std::uint32_t>(a.y)});
    EXPECT_EQ(words[0], 0xfeedu);
    EXPECT_GT(words[1], 0u) << "the clock went on while polling";
}

TEST_F(Memory, AddressOfAStackArrayThroughUint32) {
    const auto words = run("stack_address.cpp", CoreRange(kFirst));
    EXPECT_EQ(words[0], 45u);
    EXPECT_EQ(words[1], 99u);
}

}  // namespace
}  // namespace ironbird::tests
