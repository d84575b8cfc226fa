// What a kernel's own code costs, and where it gives way.
#include "jit/kernel_rig.hpp"

namespace ironbird::jit {
namespace {

class Time : public Workshop {
 protected:
    // Cycles that a kernel takes with these arguments.
    std::uint64_t cycles(const std::string& text, std::vector<std::uint32_t> args = {}) {
        Core core(load_one(body(text)));
        for (std::size_t n = 0; n < args.size(); n++) core.arg(static_cast<int>(n)) = args[n];
        return core.run().self().cycles;
    }
    // Cycles that one more turn of a loop takes.
    std::uint64_t per_turn(const std::string& loop_body) {
        const std::string text =
            "uint32_t n = arg(0), a = arg(1), s = 1; for (uint32_t i = 0; i < n; i++) {" +
            loop_body + "} *(volatile uint32_t*)0 = s;";
        return (cycles(text, {1100, 0x2000}) - cycles(text, {100, 0x2000})) / 1000;
    }
};

TEST_F(Time, OwnCodeIsChargedAndOurHeadersAreNot) {
    write_file(folder / "roots/work.h",
               "inline uint32_t work(uint32_t n) { uint32_t s = 0; for (uint32_t i = 1; i <= n; "
               "i++) s += n / i; return s; }");
    const std::string call = "*(volatile uint32_t*)0 = work(arg(0));";
    Core ours(load_one(request("#include <work.h>\nvoid kernel_main() {" + call + "}")));
    ours.arg(0) = 100;
    EXPECT_LE(ours.run().self().cycles, 110u);  // one cycle a turn, so that no loop is free of time
    write_file(folder / "users/work.h",
               "inline uint32_t work(uint32_t n) { uint32_t s = 0; for (uint32_t i = 1; i <= n; "
               "i++) s += n / i; return s; }");
    std::filesystem::remove(folder / "roots/work.h");
    Request r = request("#include <work.h>\nvoid kernel_main() {" + call + "}");
    r.include_dirs = {folder / "users"};
    Core theirs(load_one(r));
    theirs.arg(0) = 100;
    EXPECT_GE(theirs.run().self().cycles, 2000u);
}

TEST_F(Time, ClassesDifferAsTheLatenciesDo) {
    const auto nop = per_turn("asm volatile(\"nop\");");
    const auto ten =
        per_turn("asm volatile(\"nop; nop; nop; nop; nop; nop; nop; nop; nop; nop\");");
    EXPECT_EQ(ten - nop, 9u);
    EXPECT_GE(per_turn("s = a / s + i;"), 20u);
    const auto load = per_turn("s += *(volatile uint32_t*)(uintptr_t)a;");
    EXPECT_GE(load, 8u);
    const auto four = per_turn(
        "volatile uint32_t* p = (volatile uint32_t*)(uintptr_t)a; uint32_t w = p[0], x = p[1], "
        "y = p[2], z = p[3]; s += w + x + y + z;");
    EXPECT_LT(four, 2 * load);  // loads overlap
    EXPECT_GE(per_turn("*(volatile uint32_t*)(uintptr_t)(a + 4) = i; *(volatile "
                       "uint32_t*)(uintptr_t)(a + 8) = i;"),
              10u);
    EXPECT_GT(per_turn("volatile float* f = (volatile float*)(uintptr_t)a; *f = *f + 1.0f;"), 60u);
}

TEST_F(Time, CallsSeeTheClockBeforeThem) {
    const std::string wait = "for (uint32_t i = 0; i < arg(0); i++) asm volatile(\"nop\");";
    Core core(load_one(request("void kernel_main() {" + wait +
                               "*(volatile uint32_t*)(uintptr_t)0xffb00000 = 1;" + wait + "}")));
    core.arg(0) = 50;
    core.self().deadline = 60;
    ASSERT_FALSE(core.resume());
    EXPECT_GE(core.self().cycles, 60u);
    EXPECT_LE(core.self().cycles, 80u);
    EXPECT_TRUE(core.resume());
    EXPECT_EQ(core.yields, 1u);
}

TEST_F(Time, PureFunctionsKeepTheirCost) {
    Core core(load_one(request(R"(
        __attribute__((noinline)) uint32_t heavy(uint32_t x) { return x / 3 / (x | 1) + (x ^ 77) / (x | 5); }
        void kernel_main() {
            uint32_t n = arg(0);
            *(volatile uint32_t*)0 = heavy(n) + heavy(n + 1) + heavy(n + 2);
        })")));
    EXPECT_GE(core.run().self().cycles, 3 * 40u);
}

TEST_F(Time, LoopsGiveWayAtTheDeadline) {
    Core core(load_one(body(R"(
        volatile uint32_t* p = (volatile uint32_t*)(uintptr_t)arg(0);
        for (uint32_t i = 0; i < 100000; i++) p[0] = i;)")));
    core.arg(0) = 0x2000;
    core.self().deadline = 1000;
    ASSERT_FALSE(core.resume());
    EXPECT_GT(core.word(0x2000), 10u);
    EXPECT_LT(core.word(0x2000), 1000u);
    core.run();
    EXPECT_EQ(core.word(0x2000), 99999u);
    EXPECT_GT(core.yields, 100u);
}

TEST_F(Time, PollingLoopParksOnItsWords) {
    Core core(load_one(body(R"(
        volatile uint32_t* flag = (volatile uint32_t*)(uintptr_t)arg(0);
        volatile uint32_t* other = (volatile uint32_t*)(uintptr_t)arg(1);
        while (*flag == 0 && *other != 5) { ib_spin_hint(); asm volatile("fence"); }
        *other = 1;)")));
    core.arg(0) = 0x2000;
    core.arg(1) = 0x3000;
    for (int turn = 0; turn < 3; turn++) ASSERT_FALSE(core.resume());
    EXPECT_THAT(core.polled, ::testing::UnorderedElementsAre(0x2000, 0x3000));
    EXPECT_EQ(core.polls, 3u);
    core.word(0x2000) = 1;
    EXPECT_TRUE(core.resume());
    EXPECT_EQ(core.word(0x3000), 1u);
    EXPECT_EQ(core.yields, 0u);
}

TEST_F(Time, TimeOutLoopsDoNotPark) {
    Core core(load_one(body(R"(
        volatile uint32_t* flag = (volatile uint32_t*)(uintptr_t)arg(0);
        uint32_t turns = 0;
        while (*flag == 0 && turns < 500) turns++;
        *(volatile uint32_t*)(uintptr_t)arg(1) = turns;)")));
    core.arg(0) = 0x2000;
    core.arg(1) = 0x3000;
    core.run();
    EXPECT_EQ(core.polls, 0u);
    EXPECT_EQ(core.word(0x3000), 500u);
}

TEST_F(Time, ClockRegistersAreNotWatched) {
    Core core(load_one(body("while (*(volatile uint32_t*)(uintptr_t)0xffb121f0 < 5) {}")));
    core.self().deadline = 100;
    ASSERT_FALSE(core.resume());
    EXPECT_EQ(core.polls, 0u);
    EXPECT_EQ(core.yields, 1u);
    core.registers[0xffb121f0] = 9;
    EXPECT_TRUE(core.resume());
}

TEST_F(Time, EndlessLoopsAreKeptAndPark) {
    Core core(load_one(body("uint32_t i = arg(0); for (;;) { i++; }")));
    for (int turn = 0; turn < 3; turn++) ASSERT_FALSE(core.resume());
    EXPECT_EQ(core.polls, 3u);
    EXPECT_TRUE(core.polled.empty());
}

TEST_F(Time, AssemblyWithAMeaningIsMapped) {
    Core core(load_one(body(R"(
        uint32_t hart, cycle;
        asm volatile("csrr %0, mhartid" : "=r"(hart));
        asm volatile("rdcycle %0" : "=r"(cycle));
        asm volatile("fence" ::: "memory");
        *(volatile uint32_t*)4 = hart;
        *(volatile uint32_t*)8 = cycle;
        if (arg(0)) asm volatile("ebreak");)")));
    core.arg(0) = 1;
    ASSERT_FALSE(core.resume());
    EXPECT_EQ(core.traps, 1u);
    EXPECT_EQ(core.word(4), 1000u + 0xf14);
    EXPECT_EQ(core.word(8), 1000u + 0xc00);
}

// The checker is told of what goes to L1, in order, and nothing takes longer for it.
TEST_F(Time, TheCheckedFlavourTellsAndTakesNoTime) {
    const Request plain = body(
        "uint32_t n = arg(0), s = 0; volatile uint32_t own[4] = {1, 2, 3, 4};"
        "for (uint32_t i = 0; i < n; i++) s += *(volatile uint16_t*)(uintptr_t)(0x3000 + 2 * i) "
        "+ own[i & 3]; *(volatile uint32_t*)0x4000 = s; "
        "while (*(volatile uint32_t*)0x5000 == 0) {}");
    Request checked = plain;
    checked.flavour = Flavour::checked;
    Core a(load_one(plain)), b(load_one(checked));
    for (Core* core : {&a, &b}) {
        core->arg(0) = 3;
        *static_cast<std::uint32_t*>(core->host(0x5000)) = 1;
        core->run();
    }
    EXPECT_EQ(a.self().cycles, b.self().cycles);
    EXPECT_TRUE(a.checks.empty());
    ASSERT_GE(b.checks.size(), 5u);
    const std::vector<Core::Check> last(b.checks.end() - 5, b.checks.end());
    EXPECT_EQ(last, (std::vector<Core::Check>{{0x3000, 2, 0},
                                              {0x3002, 2, 0},
                                              {0x3004, 2, 0},
                                              {0x4000, 4, IB_CHECK_WRITE},
                                              {0x5000, 4, IB_CHECK_POLL}}));
}

}  // namespace
}  // namespace ironbird::jit
