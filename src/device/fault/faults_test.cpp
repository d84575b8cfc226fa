// What a kernel may not do, and what the message says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "device/test_rig.hpp"

namespace ironbird::device {
namespace faults_test {  // compiled together with other tests

using testing::HasSubstr;

constexpr Logical kCore{2, 1};
constexpr std::uint32_t kAt = Rig::kData;

Error fault_of(void (*kernel)(), abi::Processor processor = kBrisc) {
    Rig rig;
    rig.cb(kCore, 0, 2, 64);
    rig.kernel(kCore, processor, kernel);
    return rig.run_to_error();
}

struct Case {
    const char* name;
    void (*kernel)();
    Fault fault;
    const char* text;
};

void touch_l1_tail() {
    *reinterpret_cast<volatile std::uint32_t*>(ib_self()->l1 + 1499136) = 1;
}

// Not a tail call and not a loop: the stack has to grow.
std::uint32_t recurse(volatile std::uint8_t* outer, std::uint32_t depth) {
    volatile std::uint8_t mine[512];
    mine[0] = outer[0];
    const std::uint32_t deeper = depth == 0 ? 0 : recurse(mine, depth - 1);
    return deeper + mine[0];
}
void read_missing_argument() {
    volatile std::uint32_t word = ib_argument_missing(3, 1, 0);
    static_cast<void>(word);
}

void overflow_stack() {
    volatile std::uint8_t seed[1] = {1};
    l1_word(kAt) = recurse(seed, 1000000);
}

const Case kCases[] = {
    {"cb_range", [] { ib_cb_reserve_back(32, 1); }, Fault::cb_index, "CB index 32 is out of range"},
    {"cb_not_set_up", [] { ib_cb_wait_front(7, 1); }, Fault::cb_index,
     "CB 7 is used but not set up"},
    {"no_tile", [] { ib_noc_read(noc::make_address({60, 60}, 0).v, kAt, 32, kNoc0); },
     Fault::noc_target, "(60,60)"},
    {"bad_rectangle",
     [] {
         ib_noc_write(kAt, noc::make_rectangle({18, 18}, {60, 18}, kAt).v, 32,
                      {0, 4, 0, IB_NOC_MULTICAST, 1});
     },
     Fault::noc_target, "(60,18)"},
    {"remote_range", [] { ib_noc_write(kAt, core_address(0, 0, 1499136 - 16), 32, kNoc0); },
     Fault::noc_range, "L1"},
    {"local_range", [] { ib_noc_read(core_address(0, 0, 0), 1499136 - 16, 32, kNoc0); },
     Fault::noc_range, "own L1"},
    {"dram_range", [] { ib_noc_read(dram_address(0x7ffffff0), kAt + 16, 32, kNoc0); },
     Fault::noc_range, "DRAM"},
    {"l1_alignment", [] { ib_noc_write(kAt, core_address(0, 0, kAt + 4), 32, kNoc0); },
     Fault::noc_alignment, "write of 32 bytes: L1 address"},
    {"dram_alignment", [] { ib_noc_read(dram_address(16), kAt, 32, kNoc0); }, Fault::noc_alignment,
     "modulo 32"},
    {"atomic_alignment", [] { ib_noc_atomic(core_address(0, 0, 2), IB_ATOMIC_INC, 1, 31, kNoc0); },
     Fault::noc_alignment, "atomic"},
    {"remote_register", [] { ib_noc_inline_write(core_address(0, 0, 0xffb20000u), 1, 15, kNoc0); },
     Fault::not_modelled, "0xffb20000"},
    {"load", [] { ib_load(0x12345678, 4); }, Fault::kernel_address, "0x12345678"},
    {"store_between", [] { ib_store(0x16e000, 1, 4); }, Fault::kernel_address, "0x16e000"},
    {"foreign_window", [] { ib_load(0x7ff00000, 4); }, Fault::kernel_address, "0x7ff00000"},
    {"l1_tail", touch_l1_tail, Fault::kernel_address, "0x16e000"},
    {"stack", overflow_stack, Fault::kernel_stack, "stack"},
    {"semaphore_address", [] { ib_sem_set(0x80000000, 1); }, Fault::kernel_address, "0x80000000"},
    {"register", [] { ib_load(0xffb80000, 4); }, Fault::not_modelled, "0xffb80000"},
    {"assertion", [] { ib_assert_failed("a == b", "k.cpp", 7); }, Fault::kernel_assert, "a == b"},
    {"argument", read_missing_argument, Fault::arg_index, "argument 3, but only 1 is set"},
    {"not_modelled", [] { ib_not_modelled("noc_fancy()"); }, Fault::not_modelled,
     "noc_fancy() is not modelled"},
    {"trap", [] { ib_trap(); }, Fault::kernel_assert, "ebreak"},
};

class Faults : public testing::TestWithParam<Case> {};

TEST_P(Faults, are_named) {
    const Case& c = GetParam();
    const Error e = fault_of(c.kernel);
    EXPECT_EQ(e.fault(), c.fault) << e.what();
    EXPECT_THAT(e.what(), HasSubstr(c.text));
    ASSERT_TRUE(e.place());
    EXPECT_EQ(e.place()->core_x, kCore.x);
    EXPECT_EQ(e.place()->core_y, kCore.y);
    EXPECT_EQ(e.place()->processor, "BRISC");
    EXPECT_EQ(e.place()->file, "test.cpp");
    EXPECT_GT(e.place()->line, 0u);  // the rig's kernels answer with the depth of the stack
    EXPECT_GE(e.place()->cycle, 800u);
}

INSTANTIATE_TEST_SUITE_P(All, Faults, testing::ValuesIn(kCases),
                         [](const auto& i) { return i.param.name; });

TEST(FaultOrder, the_first_in_virtual_time_is_reported) {
    for (const std::uint32_t threads : {1, 2}) {
        Rig rig({.threads = threads});
        rig.kernel({0, 0}, kBrisc, [] {
            ib_self()->cycles += 300;
            ib_not_modelled("late");
        });
        rig.kernel({5, 5}, kBrisc, [] {
            ib_self()->cycles += 100;
            ib_not_modelled("early");
        });
        rig.kernel({3, 3}, kBrisc, [] {
            ib_self()->cycles += 200;
            ib_not_modelled("middle");
        });
        EXPECT_THAT(rig.run_to_error().summary(), HasSubstr("early"));
    }
}

TEST(AfterAFault, the_chip_runs_on) {
    Rig rig;
    rig.kernel({0, 0}, kBrisc, touch_l1_tail);
    rig.kernel({0, 0}, kNcrisc, [] { ib_sem_wait(semaphore(0), 1); });
    rig.kernel({1, 0}, kBrisc, [] {
        for (int i = 0; i < 50; i++) ib_noc_read(dram_address(0), kAt, 8192, kNoc0);
    });
    rig.run_to_error();
    EXPECT_FALSE(rig.engine->busy());
    for (int i = 0; i < 3; i++) {
        rig.kernel({0, 0}, kBrisc, [] { l1_word(kAt)++; });
        rig.run();
    }
    EXPECT_EQ(rig.word({0, 0}, kAt), 3u);
}

// ---- hangs

void starve() {
    ib_cb_wait_front(0, 2);
}

TEST(Hang, names_what_everybody_waits_for) {
    Rig rig;
    for (std::uint32_t x = 0; x < 3; x++) {
        rig.cb({x, 0}, 0, 4, 64);
        rig.kernel({x, 0}, kNcrisc, starve);
    }
    rig.word({4, 4}, Rig::kSemaphores) = 2;
    rig.kernel({4, 4}, kBrisc, [] { ib_sem_wait(semaphore(0), 5); });
    rig.kernel({4, 4}, kNcrisc, [] {
        const std::uint32_t at = kAt;
        while (l1_word(at) == 0) ib_poll(&at, 1);
    });
    const Error e = rig.run_to_error();
    EXPECT_EQ(e.fault(), Fault::hang);
    EXPECT_THAT(e.summary(), HasSubstr("5 processors wait"));
    EXPECT_THAT(e.detail(), HasSubstr("NCRISC on (0,0) (1,0) (2,0)"));
    EXPECT_THAT(e.detail(), HasSubstr("CB 0: needs 2 pages, has 0 since cycle 814"));
    EXPECT_THAT(e.detail(), HasSubstr("semaphore 0 at 0xc000: needs 5, is 2"));
    EXPECT_THAT(e.detail(), HasSubstr("polled word at 0x20000: is 0"));
}

TEST(Hang, full_buffers_are_named) {
    const Error e = fault_of([] {
        for (;;) {
            ib_cb_reserve_back(0, 1);
            ib_cb_push_back(0, 1);
        }
    });
    EXPECT_THAT(e.detail(), HasSubstr("CB 0: needs 1 free page, has 0 of 2"));
}

TEST(Hang, repeating_a_query_is_waiting) {
    const Error e = fault_of([] {
        while (ib_cb_pages_at_front(0) == 0) {
        }
    });
    EXPECT_EQ(e.fault(), Fault::hang);
    EXPECT_THAT(e.what(), HasSubstr("a query that it repeats"));
}

TEST(Hang, a_time_limit_ends_what_never_ends) {
    Rig rig({.timeout_seconds = 0.2});
    rig.kernel(kCore, kBrisc, [] {
        for (;;) {
            ib_self()->cycles += 10;
            if (ib_self()->cycles >= ib_self()->deadline) ib_yield();
        }
    });
    EXPECT_THAT(rig.run_to_error().what(), HasSubstr("TT_METAL_OPERATION_TIMEOUT_SECONDS"));
}

}  // namespace faults_test
}  // namespace ironbird::device
