// Device print: words, order of virtual time, unfinished lines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "device/test_rig.hpp"

namespace ironbird::device {
namespace print_test {  // compiled together with other tests

using testing::ElementsAre;

constexpr std::uint32_t kAt = Rig::kData;

ib_arg number(std::uint64_t v) {
    return {IB_ARG_U64, 0, v};
}
ib_arg real(double v) {
    return {IB_ARG_F64, 0, std::bit_cast<std::uint64_t>(v)};
}

template <class... A>
void print(const char* format, A... a) {
    const ib_arg args[] = {a..., ib_arg{}};
    ib_print_format(format, args, sizeof...(a));
}
template <class... A>
void stream(A... a) {
    const ib_arg args[] = {a...};
    ib_print_stream(args, sizeof...(a));
}

struct Printed : testing::Test {
    Rig rig;
    std::vector<std::string> lines;
    std::vector<PrintLine> raw;

    Printed() {
        rig.engine->on_print([this](const PrintLine& l) {
            raw.push_back(l);
            lines.push_back(l.text);
        });
    }
    void run(void (*kernel)()) {
        rig.kernel({0, 0}, kBrisc, kernel);
        rig.run();
    }
};

TEST_F(Printed, format_style) {
    run([] {
        print("x {} {:#x} {:>5}|\n", number(7), number(255), number(12));
        print("{:.2f} {} {}\n", real(1.5), real(double{0.123456f}), ib_arg{IB_ARG_BF16, 0, 0x3fc0});
        print("{} {} {}\n", ib_arg{IB_ARG_I64, 0, ~std::uint64_t{4}}, ib_arg{IB_ARG_CHAR, 0, 'c'},
              ib_arg{IB_ARG_BOOL, 0, 1});
        print("{0} {0:b}\n", number(5));
    });
    EXPECT_THAT(lines, ElementsAre("x 7 0xff    12|", "1.50 0.123456 1.5", "-5 c true", "5 101"));
}

TEST_F(Printed, strings_are_taken_when_printed) {
    run([] {
        char text[8] = "one";
        print("{}\n", ib_arg{IB_ARG_TEXT, 0, reinterpret_cast<std::uintptr_t>(text)});
        std::strcpy(text, "two");
        std::memcpy(&l1_word(kAt), "L1 ", 4);
        print("{}{}\n", ib_arg{IB_ARG_TEXT, 0, kAt},
              ib_arg{IB_ARG_TEXT, 0, reinterpret_cast<std::uintptr_t>(text)});
    });
    EXPECT_THAT(lines, ElementsAre("one", "L1 two"));
}

TEST_F(Printed, stream_style) {
    run([] {
        char text[] = "v=";
        stream(ib_arg{IB_ARG_TEXT, 0, reinterpret_cast<std::uintptr_t>(text)}, number(17),
               ib_arg{IB_ARG_ENDL, 0, 0});
        stream(ib_arg{IB_ARG_HEX, 0, 0}, number(255), ib_arg{IB_ARG_DEC, 0, 0},
               ib_arg{IB_ARG_ENDL, 0, 0});
        stream(ib_arg{IB_ARG_FIXED, 0, 0}, ib_arg{IB_ARG_SETPRECISION, 0, 3}, real(2.0),
               ib_arg{IB_ARG_ENDL, 0, 0});
        stream(ib_arg{IB_ARG_SETW, 0, 4}, number(5), number(66), ib_arg{IB_ARG_ENDL, 0, 0});
    });
    EXPECT_THAT(lines, ElementsAre("v=17", "ff", "2.000", "   5  66"));
}

TEST_F(Printed, tile_slices_and_arrays) {
    run([] {
        auto* tile = reinterpret_cast<std::uint16_t*>(&l1_word(kAt));
        const auto set = [&](std::uint32_t i, float v) {
            tile[i] = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(v) >> 16);
        };
        set(0, 1);
        set(256, 2.5);  // row 0, column 16 is in the second face
        set(512, 3);    // row 16, column 0
        set(768, 4);
        const ib_tile_slice slice{0, 0, 1, 0, 32, 16, 0, 32, 16, 1, 1, kAt, 5};
        print("{}", ib_arg{IB_ARG_TILE_SLICE, 0, reinterpret_cast<std::uintptr_t>(&slice)});
        print("{:.1f}", ib_arg{IB_ARG_TILE_SLICE, 0, reinterpret_cast<std::uintptr_t>(&slice)});
        const std::uint32_t numbers[] = {3, 4, 5};
        print("{:#x}\n", ib_arg{IB_ARG_ARRAY_U32, 3, reinterpret_cast<std::uintptr_t>(numbers)});
    });
    EXPECT_THAT(lines, ElementsAre("1 2.5", "3 4", "1.0 2.5", "3.0 4.0", "0x3 0x4 0x5 "));
}

TEST_F(Printed, a_tail_without_newline_is_a_line_too) {
    run([] { print("a\nb{}", number(1)); });
    ASSERT_EQ(raw.size(), 2u);
    EXPECT_EQ(raw[1].text, "b1");
    EXPECT_TRUE(raw[0].complete);
    EXPECT_FALSE(raw[1].complete);
}

TEST_F(Printed, a_bad_format_is_shown) {
    run([] { print("{} {}\n", number(1)); });
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_THAT(lines[0], testing::HasSubstr("{} {}"));
}

void tell() {
    for (std::uint32_t i = 0; i < 3; i++) {
        ib_self()->cycles += 900 + arg(0);
        print("{}:{}\n", number(arg(0)), number(i));
    }
}

TEST(PrintOrder, lines_come_in_order_of_time_for_any_threads) {
    std::vector<std::string> reference;
    for (const std::uint32_t threads : {1, 2}) {
        Rig rig({.threads = threads});
        std::vector<std::string> lines;
        Cycles last{};
        rig.engine->on_print([&](const PrintLine& l) {
            EXPECT_GE(l.cycle, last);
            last = l.cycle;
            lines.push_back(l.text);
        });
        for (std::uint32_t i = 0; i < 8; i++) {
            rig.kernel({i, 0}, kBrisc, tell, {i * 37 % 8 * 100});
            rig.kernel({i, 0}, kNcrisc, tell, {i * 53 % 8 * 100});
        }
        rig.run();
        EXPECT_EQ(lines.size(), 48u);
        if (reference.empty()) reference = lines;
        EXPECT_EQ(lines, reference);
    }
}

TEST(PrintOrder, what_was_printed_before_a_fault_is_not_lost) {
    Rig rig;
    std::vector<std::string> lines;
    rig.engine->on_print([&](const PrintLine& l) { lines.push_back(l.text); });
    rig.kernel({0, 0}, kBrisc, [] {
        print("here\n");
        ib_trap();
    });
    rig.run_to_error();
    EXPECT_THAT(lines, ElementsAre("here"));
}

}  // namespace print_test
}  // namespace ironbird::device
