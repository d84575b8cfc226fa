// Hangs on semaphores, each with its repaired twin.
#include "hang.hpp"

namespace ironbird::tests {
namespace {

using examples::Words;

struct Cores {
    examples::Session session;

    Words address_of(const CoreCoord& core) {
        const CoreCoord at = session.device().worker_core_from_logical_core(core);
        return {static_cast<std::uint32_t>(at.x), static_cast<std::uint32_t>(at.y)};
    }
    // Raises semaphore 0 of `target` and then waits for its own semaphore 1, or not.
    void raise(Parts& parts, const CoreRange& cores, const CoreCoord& target, std::uint32_t times,
               std::uint32_t then_waits_for = 0) {
        const KernelHandle handle = parts.brisc("raise.cpp", cores, {0, 1});
        Words args = address_of(target);
        args.insert(args.end(), {times, then_waits_for});
        for (const CoreCoord& core : cores) SetRuntimeArgs(parts.program, handle, core, args);
    }
    void await(Parts& parts, const CoreRange& cores, std::uint32_t value, std::uint32_t later = 0,
               const Defines& defines = {}) {
        const KernelHandle handle = parts.brisc("await.cpp", cores, {0}, defines);
        for (const CoreCoord& core : cores)
            SetRuntimeArgs(parts.program, handle, core, {value, later});
    }
};

Parts with_semaphores(const CoreRange& cores) {
    Parts parts;
    CreateSemaphore(parts.program, cores, 0);
    CreateSemaphore(parts.program, cores, 0);
    return parts;
}

const CoreRange kRow({0, 0}, {4, 0});
const CoreRange kOthers({1, 0}, {4, 0});

TEST(HangOnSemaphore, NobodyRaisesIt) {
    Cores c;
    expect_hang("HANG-006",
                {"core (0,0): semaphore 0 is never raised: BRISC waits for 1 and it is 0",
                 "await.cpp:16", "noc_semaphore_wait(semaphore 0, 1)   BRISC, since cycle "},
                [&] {
                    Parts parts = with_semaphores(kOne);
                    c.await(parts, kOne, 1);
                    parts.run(c.session);
                });
}

TEST(HangOnSemaphore, OneRaiserTooFew) {
    Cores c;
    const auto gathered = [&](std::uint32_t expected, std::uint32_t then_waits_for) {
        Parts parts = with_semaphores(kRow);
        c.raise(parts, kOthers, {0, 0}, 1, then_waits_for);
        c.await(parts, kOne, expected);
        parts.run(c.session);
    };
    expect_hang(
        "HANG-006",
        {"core (0,0): semaphore 0 is short by 1: BRISC waits for 5 and it is 4", "await.cpp:16",
         "raised   ", "raise.cpp:8", "4 changes in all, from 4 cores", "returned at cycle ",
         "all 4 cores that run the kernel that raises it have done so"},
        [&] { gathered(5, 0); });
    // The raisers wait for an answer that would come afterwards: still the same cause.
    expect_hang(
        "HANG-006",
        {"core (0,0): semaphore 0 is short by 1: BRISC waits for 5 and it is 4", "behind   ",
         "raise.cpp:12", "4 cores, BRISC, waits for semaphore 1 at ", "needs 1, is 0"},
        [&] { gathered(5, 1); });
    gathered(4, 0);
}

TEST(HangOnSemaphore, OneOfManyIsSilent) {
    Cores c;
    const auto gathered = [&](std::uint32_t times_of_last) {
        Parts parts = with_semaphores(kRow);
        const KernelHandle handle = parts.brisc("raise.cpp", kOthers, {0, 1});
        for (const CoreCoord& core : kOthers) {
            Words args = c.address_of({0, 0});
            args.insert(args.end(), {core.x == 4 ? times_of_last : 1u, 0u});
            SetRuntimeArgs(parts.program, handle, core, args);
        }
        c.await(parts, kOne, 4);
        parts.run(c.session);
    };
    expect_hang("HANG-006",
                {"semaphore 0 is short by 1", "1 core that runs the same kernel has not raised it",
                 "core (4,0) BRISC returned at cycle ", "without raising it"},
                [&] { gathered(0); });
    gathered(1);
}

TEST(HangOnSemaphore, PastTheValue) {
    Cores c;
    const auto late = [&](const Defines& defines) {
        Parts parts = with_semaphores(kRow);
        c.raise(parts, CoreRange(CoreCoord{1, 0}), {0, 0}, 3);
        c.await(parts, kOne, 2, 20'000, defines);
        parts.run(c.session);
    };
    expect_hang("HANG-007",
                {"core (0,0): semaphore 0 is 3, past the 2 that BRISC waits for", "await.cpp:16",
                 "raise.cpp:8", "core (1,0) BRISC made it 3 at cycle ", "noc_semaphore_wait_min"},
                [&] { late({}); });
    late({{"AT_LEAST", "1"}});
}

TEST(HangOnSemaphore, ResetBeforeItWasSeen) {
    Cores c;
    const auto late = [&](const Defines& defines) {
        Parts parts = with_semaphores(kRow);
        c.raise(parts, CoreRange(CoreCoord{1, 0}), {0, 0}, 1);
        c.await(parts, kOne, 1, 20'000, defines);
        parts.run(c.session);
    };
    expect_hang("HANG-008",
                {"core (0,0): semaphore 0 was 1 and then 0 before BRISC looked at it",
                 "await.cpp:16", "raised   ", "raise.cpp:8", "core (1,0) BRISC made it 1 at cycle ",
                 "reset    ", "await.cpp:11", "BRISC set it to 0 at cycle "},
                [&] { late({{"RESET_FIRST", "1"}}); });
    late({});
}

TEST(HangOnSemaphore, RaisedElsewhere) {
    Cores c;
    const auto two = [&](const CoreCoord& target) {
        Parts parts = with_semaphores(kRow);
        c.raise(parts, CoreRange(CoreCoord{4, 0}), target, 1);
        c.await(parts, CoreRange(CoreCoord{1, 0}), 1);
        c.await(parts, kOne, target.x == 1 ? 0 : 1);
        parts.run(c.session);
    };
    expect_hang("HANG-006",
                {"core (1,0): semaphore 0 is never raised", "core (4,0) BRISC returned at cycle ",
                 "after raising the same one on other cores",
                 "the same word was raised on 1 other core, and not on this one"},
                [&] { two({0, 0}); });
    two({1, 0});
}

}  // namespace
}  // namespace ironbird::tests
