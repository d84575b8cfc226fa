// What the kernel's own instructions cost on the chip's RISC-V processors, one row per class.
#pragma once

#include <array>
#include <cstdint>

namespace ironbird::pass {

// Instructions that cost the same.
enum class Class : std::uint8_t {
    free,
    alu,
    compare_select,
    multiply,
    multiply_64,
    divide,
    divide_64,
    divide_constant,
    address,
    bits,
    branch,
    jump,
    table_jump,
    call,
    local_load,
    local_store,
    l1_load,
    l1_store,
    l1_atomic,
    float_add,
    float_multiply,
    float_fused,
    float_divide,
    float_compare,
    float_convert,
    double_add,
    double_multiply,
    double_fused,
    double_divide,
    double_compare,
    double_convert,
    count_,
};

// The cost of a class of instructions, in cycles.
struct CostRow {
    Class kind;
    std::uint16_t issue;    // cycles for which the in-order pipeline is held
    std::uint16_t latency;  // cycles from issue until a dependent instruction may start
};

// Sources: BabyRISCV/README.md and L1.md of the ISA documentation for the integer and memory rows
// (RV32IM, one instruction per cycle, forwarding; mul 2, div 6-33, local load 2, L1 load 8 or
// more). Rows marked "assumed" count the instructions of the usual code sequence.
inline constexpr auto kCosts = std::to_array<CostRow>({
    {Class::free, 0, 0},
    {Class::alu, 1, 1},
    {Class::compare_select, 2, 2},   // no conditional move: a branch over a move
    {Class::multiply, 2, 2},         // blocks the pipeline
    {Class::multiply_64, 10, 10},    // assumed: three mul, one mulhu, two add
    {Class::divide, 20, 20},         // 6-33 by operand; the middle
    {Class::divide_64, 120, 120},    // assumed: library call
    {Class::divide_constant, 4, 4},  // assumed: mulhu and shifts
    {Class::address, 2, 2},          // shift and add of an index
    {Class::bits, 12, 12},           // assumed: no Zbb; byte swap, count, rotate in software
    {Class::branch, 1, 1},           // predicted; the 2-cycle bubble of a miss is not counted
    {Class::jump, 1, 1},
    {Class::table_jump, 5, 5},  // assumed: bound check, table load, jump
    {Class::call, 4, 4},        // assumed: jump, save, restore, return
    {Class::local_load, 1, 2},
    {Class::local_store, 1, 1},
    {Class::l1_load, 1, 8},
    {Class::l1_store, 1, 1},
    {Class::l1_atomic, 8, 8},
    {Class::float_add, 65, 65},  // assumed from here on: software floating point
    {Class::float_multiply, 50, 50},
    {Class::float_fused, 115, 115},  // a product and a sum
    {Class::float_divide, 150, 150},
    {Class::float_compare, 25, 25},
    {Class::float_convert, 30, 30},
    {Class::double_add, 95, 95},
    {Class::double_multiply, 115, 115},
    {Class::double_fused, 210, 210},
    {Class::double_divide, 350, 350},
    {Class::double_compare, 35, 35},
    {Class::double_convert, 40, 40},
});

// Ports of the load-store unit: at most 4 loads from L1 in 7 cycles, one store to L1 in 5.
inline constexpr std::uint32_t kL1LoadsInFlight = 4;
inline constexpr std::uint32_t kL1LoadWindow = 7;
inline constexpr std::uint32_t kL1StorePeriod = 5;

consteval bool costs_in_order() {
    for (std::size_t i = 0; i < kCosts.size(); i++)
        if (static_cast<std::size_t>(kCosts[i].kind) != i) return false;
    return kCosts.size() == static_cast<std::size_t>(Class::count_);
}
static_assert(costs_in_order(), "one row per class, in the order of the enum");

constexpr const CostRow& cost_row(Class kind) {
    return kCosts[static_cast<std::size_t>(kind)];
}

}  // namespace ironbird::pass
