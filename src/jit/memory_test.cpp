// What a kernel sees of memory: L1, its stack, its globals, its constants.
#include "jit/kernel_rig.hpp"

namespace ironbird::jit {
namespace {

class Memory : public Workshop {};

TEST_F(Memory, WordsOfL1AreWhereTheirAddressSays) {
    Core core(load_one(
        body("volatile uint32_t* p = (volatile uint32_t*)(uintptr_t)arg(0); p[1] = p[0] + 1;")));
    core.arg(0) = 0x2000;
    core.word(0x2000) = 41;
    core.run();
    EXPECT_EQ(core.word(0x2004), 42u);
    EXPECT_EQ(core.slow_loads + core.slow_stores, 0u);
}

TEST_F(Memory, AddressZeroIsL1) {
    Core core(load_one(
        body("uint32_t* p = (uint32_t*)(uintptr_t)arg(0); *p = 7; *(volatile uint32_t*)4 = 8;")));
    core.run();
    EXPECT_EQ(core.word(0), 7u);
    EXPECT_EQ(core.word(4), 8u);
}

TEST_F(Memory, EveryWidthIsLoadedAndStored) {
    Core core(load_one(body(R"(
        uint32_t a = arg(0);
        *(volatile uint8_t*)a = *(volatile uint8_t*)(a + 64) + 1;
        *(volatile uint16_t*)(a + 2) = *(volatile uint16_t*)(a + 66) + 1;
        *(volatile uint64_t*)(a + 8) = *(volatile uint64_t*)(a + 72) + 1;
        *(volatile float*)(a + 16) = *(volatile float*)(a + 80) * 2;
        *(volatile double*)(a + 24) = *(volatile double*)(a + 88) * 2;
        *(volatile bool*)(a + 32) = !*(volatile bool*)(a + 96);)")));
    core.arg(0) = 0x2000;
    core.l1[0x2040] = 1;
    core.l1[0x2042] = 0xff;
    core.l1[0x2048] = 9;
    const float f = 1.5f;
    const double d = 2.5;
    std::memcpy(core.l1 + 0x2050, &f, 4);
    std::memcpy(core.l1 + 0x2058, &d, 8);
    core.run();
    EXPECT_EQ(core.l1[0x2000], 2);
    EXPECT_EQ(core.l1[0x2003], 1);
    EXPECT_EQ(core.l1[0x2008], 10);
    EXPECT_EQ(*reinterpret_cast<float*>(core.l1 + 0x2010), 3.0f);
    EXPECT_EQ(*reinterpret_cast<double*>(core.l1 + 0x2018), 5.0);
    EXPECT_EQ(core.l1[0x2020], 1);
}

TEST_F(Memory, UnsignedIndexWrapsAsOnTheChip) {
    Core core(load_one(body(R"(
        volatile uint32_t* p = (volatile uint32_t*)(uintptr_t)arg(0);
        uint32_t i = arg(1);
        p[0] = p[i - 1];)")));
    core.arg(0) = 0x2000;
    core.word(0x1ffc) = 77;
    core.run();
    EXPECT_EQ(core.word(0x2000), 77u);
}

TEST_F(Memory, UnsignedIndexWrapsOnTheStackToo) {
    Core core(load_one(body(R"(
        volatile uint32_t a[8];
        for (uint32_t i = 0; i < 8; i++) a[i] = i;
        volatile uint32_t* middle = a + 4;
        uint32_t i = arg(1);
        *(volatile uint32_t*)(uintptr_t)arg(0) = middle[i - 1];)")));
    core.arg(0) = 0x2000;
    core.run();
    EXPECT_EQ(core.word(0x2000), 3u);
}

TEST_F(Memory, StackArrayThroughUint32) {
    Core core(load_one(body(R"(
        uint32_t local[4] = {7, 8, 9, 10};
        uint32_t address = (uint32_t)(uintptr_t)local;
        *(volatile uint32_t*)(uintptr_t)arg(0) = 0;
        asm volatile("" : "+r"(address) :: "memory");
        uint32_t* back = (uint32_t*)(uintptr_t)address;
        back[3] = 11;
        *(volatile uint32_t*)(uintptr_t)arg(0) = back[2] + local[3];)")));
    core.arg(0) = 0x2000;
    core.run();
    EXPECT_EQ(core.word(0x2000), 20u);
}

TEST_F(Memory, GlobalsAndStaticsBelongToOneInstance) {
    const auto kernel = load_one(request(R"(
        uint32_t counter = 5;
        static uint32_t next() { static uint32_t n = 100; return n++; }
        void kernel_main() {
            volatile uint32_t* out = (volatile uint32_t*)(uintptr_t)arg(0);
            for (uint32_t i = 0; i < arg(1); i++) counter += next();
            out[0] = counter;
        })"));
    Core one(kernel), two(kernel);
    one.arg(0) = two.arg(0) = 0x2000;
    one.arg(1) = 2;
    two.arg(1) = 1;
    one.run();
    two.run();
    EXPECT_EQ(one.word(0x2000), 5u + 100 + 101);
    EXPECT_EQ(two.word(0x2000), 5u + 100);
}

TEST_F(Memory, InitialAddressesAreThoseOfTheInstance) {
    const auto kernel = load_one(request(R"(
        uint32_t counter = 5;
        uint32_t table[4] = {1, 2, 3, 4};
        uint32_t* pointer = &counter;
        uint32_t* const middle[2] = {&table[2], &counter};
        uint32_t narrow = (uint32_t)(uintptr_t)&table[1];
        uint32_t narrows[2] = {(uint32_t)(uintptr_t)&table[3], 17};
        void kernel_main() {
            volatile uint32_t* out = (volatile uint32_t*)(uintptr_t)arg(0);
            uint32_t i = arg(1);
            *pointer += 10;
            *middle[i] += 100;
            *(uint32_t*)(uintptr_t)narrow += 1000;
            *(uint32_t*)(uintptr_t)narrows[0] += 10000;
            out[0] = counter;
            for (int n = 0; n < 4; n++) out[1 + n] = table[n];
            out[5] = narrows[1];
            counter = out[6];
            pointer = &table[out[7] & 3];
        })"));
    for (int instance = 0; instance < 2; instance++) {
        Core core(kernel);
        core.arg(0) = 0x2000;
        core.run();
        EXPECT_THAT(std::vector<std::uint32_t>(&core.word(0x2000), &core.word(0x2018)),
                    ::testing::ElementsAre(15, 1, 1002, 103, 10004, 17));
    }
}

TEST_F(Memory, ConstantsHaveShortAddresses) {
    Core core(load_one(request(R"(
        constexpr uint16_t kTable[5] = {3, 1, 4, 1, 5};
        static const char* const names[3] = {"zero", "one", "two"};
        void kernel_main() {
            volatile uint32_t* out = (volatile uint32_t*)(uintptr_t)arg(0);
            out[0] = kTable[arg(1)];
            uint32_t address = (uint32_t)(uintptr_t)&kTable[arg(1)];
            asm volatile("" : "+r"(address));
            out[1] = *(const uint16_t*)(uintptr_t)address;
            out[2] = names[arg(1)][1];
            switch (arg(2)) {
                case 0: out[3] = 11; break;
                case 1: out[3] = 700; break;
                case 2: out[3] = 13; break;
                case 3: out[3] = 9; break;
                case 4: out[3] = 17; break;
                default: out[3] = 0;
            }
        })")));
    core.arg(0) = 0x2000;
    core.arg(1) = 2;
    core.arg(2) = 3;
    core.run();
    EXPECT_EQ(core.word(0x2000), 4u);
    EXPECT_EQ(core.word(0x2004), 4u);
    EXPECT_EQ(core.word(0x2008), static_cast<std::uint32_t>('w'));
    EXPECT_EQ(core.word(0x200c), 9u);
}

TEST_F(Memory, FunctionPointersAndVirtualCallsWork) {
    Core core(load_one(request(R"(
        struct Shape { virtual uint32_t area() const = 0; };
        struct Square : Shape { uint32_t s; Square(uint32_t v) : s(v) {} uint32_t area() const override { return s * s; } };
        struct Bar : Shape { uint32_t area() const override { return 3; } };
        extern "C" void __cxa_pure_virtual() {}
        static uint32_t twice(uint32_t x) { return 2 * x; }
        static uint32_t thrice(uint32_t x) { return 3 * x; }
        static uint32_t (*const functions[2])(uint32_t) = {twice, thrice};
        void kernel_main() {
            volatile uint32_t* out = (volatile uint32_t*)(uintptr_t)arg(0);
            Square square(arg(1));
            Bar bar;
            const Shape* shapes[2] = {&square, &bar};
            out[0] = shapes[arg(2)]->area();
            out[1] = functions[arg(3)](arg(1));
        })")));
    core.arg(0) = 0x2000;
    core.arg(1) = 6;
    core.arg(3) = 1;
    core.run();
    EXPECT_EQ(core.word(0x2000), 36u);
    EXPECT_EQ(core.word(0x2004), 18u);
}

TEST_F(Memory, CopiesReachL1AndOwnMemory) {
    Core core(load_one(request(R"(
        #include <string.h>
        struct Small { uint32_t a, b, c; uint16_t d; };
        struct Large { uint32_t w[40]; };
        void kernel_main() {
            uint32_t a = arg(0);
            char text[24];
            memset(text, 'x', sizeof text);
            memcpy(text, (const void*)(uintptr_t)a, arg(1));
            memcpy((void*)(uintptr_t)(a + 64), text, sizeof text);
            *(Small*)(uintptr_t)(a + 128) = *(const Small*)(uintptr_t)a;
            *(Large*)(uintptr_t)(a + 512) = *(const Large*)(uintptr_t)a;
            *(volatile int32_t*)(uintptr_t)(a + 900) = memcmp((void*)(uintptr_t)a, text, arg(1));
        })")));
    core.arg(0) = 0x2000;
    core.arg(1) = 5;
    std::memcpy(core.l1 + 0x2000, "hello, world and more of it", 27);
    core.word(0x2000 + 900) = 1;
    core.run();
    EXPECT_EQ(std::string(reinterpret_cast<char*>(core.l1 + 0x2040), 24),
              "helloxxxxxxxxxxxxxxxxxxx");
    EXPECT_EQ(std::string(reinterpret_cast<char*>(core.l1 + 0x2080), 14), "hello, world a");
    EXPECT_EQ(std::memcmp(core.l1 + 0x2000, core.l1 + 0x2200, 27), 0);
    EXPECT_EQ(core.word(0x2000 + 900), 0u);
    EXPECT_GE(core.copies, 3u);
}

TEST_F(Memory, AtomicsAndWideAccesses) {
    Core core(load_one(request(R"(
        typedef uint32_t V __attribute__((vector_size(16)));
        void kernel_main() {
            uint32_t a = arg(0);
            uint32_t old = __atomic_fetch_add((uint32_t*)(uintptr_t)a, 3, __ATOMIC_RELAXED);
            *(volatile uint32_t*)(uintptr_t)(a + 4) = old;
            *(V*)(uintptr_t)(a + 36) = *(V*)(uintptr_t)(a + 68) + 1;
            uint32_t local[4] = {1, 2, 3, arg(1)};
            uint32_t hidden = (uint32_t)(uintptr_t)local;
            asm volatile("" : "+r"(hidden) :: "memory");
            __atomic_fetch_add((uint32_t*)(uintptr_t)hidden, 5, __ATOMIC_RELAXED);
            asm volatile("" ::: "memory");
            *(volatile uint32_t*)(uintptr_t)(a + 8) = local[0];
        })")));
    core.arg(0) = 0x2000;
    core.word(0x2000) = 40;
    for (std::uint32_t n = 0; n < 4; n++) core.word(0x2044 + 4 * n) = n;
    core.run();
    EXPECT_EQ(core.word(0x2000), 43u);
    EXPECT_EQ(core.word(0x2004), 40u);
    EXPECT_EQ(core.word(0x2008), 6u);
    EXPECT_EQ(core.word(0x2024), 1u);
    EXPECT_EQ(core.word(0x2030), 4u);
}

TEST_F(Memory, RegistersGoThroughTheSlowPath) {
    Core core(load_one(body(R"(
        *(volatile uint32_t*)(uintptr_t)0xffb40000 = 5;
        volatile uint32_t* r = (volatile uint32_t*)(uintptr_t)arg(0);
        *(volatile uint32_t*)(uintptr_t)arg(1) = r[1];)")));
    core.arg(0) = 0xffb12000;
    core.arg(1) = 0x2000;
    core.registers[0xffb12004] = 99;
    core.run();
    EXPECT_EQ(core.registers[0xffb40000], 5u);
    EXPECT_EQ(core.word(0x2000), 99u);
}

TEST_F(Memory, PointersKeptInL1AreNoted) {
    ::testing::internal::CaptureStderr();
    load_one(request(R"(
        struct Node { Node* next; uint32_t value; };
        void kernel_main() {
            auto* node = (volatile Node*)(uintptr_t)arg(0);
            Node local{nullptr, arg(1)};
            *(volatile uint32_t*)4 = (uint32_t)(uintptr_t)node->next + local.value;
        })"));
    EXPECT_THAT(::testing::internal::GetCapturedStderr(),
                ::testing::HasSubstr("<string>:6: a pointer is kept in L1"));
}

TEST_F(Memory, AnyOptimisationLevel) {
    for (const char* level : {"-O0", "-O1", "-O3", "-Os"}) {
        Request r = request(R"(
            uint32_t counter = 5;
            __attribute__((noinline)) void add(uint32_t& to, uint32_t what) { to += what; }
            void kernel_main() {
                uint32_t local = 1;
                add(local, arg(1));
                add(counter, local);
                *(volatile uint32_t*)(uintptr_t)arg(0) = counter;
            })");
        r.opt_level = level;
        Core core(load_one(r));
        core.arg(0) = 0x2000;
        core.arg(1) = 10;
        core.run();
        EXPECT_EQ(core.word(0x2000), 16u) << level;
    }
}

TEST_F(Memory, KernelsThatWriteInterfacesOfCbsAreKnown) {
    const struct {
        const char* code;
        bool writes;
    } cases[] = {
        {"*(volatile uint32_t*)4 = ib_self()->cb[arg(0)].fifo_rd_ptr;", false},
        {"ib_self()->scratch[arg(0)] = ib_self()->command_buffers[2] = arg(1);", false},
        {"ib_self()->cb[5].fifo_wr_tile_ptr = 3;", true},
        {"ib_self()->cb[63].tiles_acked++;", true},
        {"ib_self()->cb[arg(0)].fifo_rd_ptr = 3;", true},
        {"(arg(0) != 0 ? ib_self()->cb[3] : ib_self()->cb[4]).fifo_rd_ptr = arg(1);", true},
        {"for (auto& i : ib_self()->cb) i.fifo_rd_ptr += arg(0);", true},
        {"*(volatile uint32_t*)4 = (uint32_t)(uintptr_t)&ib_self()->cb[1];", true},
    };
    for (const auto& c : cases)
        EXPECT_EQ(load_one(body(c.code))->cb_use.writes_views, c.writes) << c.code;
}

}  // namespace
}  // namespace ironbird::jit
