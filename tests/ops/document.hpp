// The table of operations as a page of documentation.
#pragma once

#include <fmt/format.h>

#include <string>

#include "tile/sfpu.hpp"

namespace ironbird::tile {

inline std::string bound_of(const SfpuOp& op) {
    if (op.reference == nullptr) return "";
    if (op.numbers != Numbers::real) return "exact";
    if (op.relative == 0 && op.absolute == 0) return "exact";
    std::string text;
    if (op.relative > 0) text = fmt::format("{:g} relative", op.relative);
    if (op.absolute > 0) text += fmt::format("{}{:g}", text.empty() ? "" : " + ", op.absolute);
    return text;
}

inline std::string cost_of(const SfpuCost& cost) {
    if (!cost.given()) return "";
    return cost.wormhole == cost.blackhole ? fmt::format("{}", cost.wormhole)
                                           : fmt::format("{}, {}", cost.wormhole, cost.blackhole);
}

inline std::string document() {
    static constexpr const char* kStores[] = {"cut off", "nearest, even", "nearest, away", "bits"};
    static constexpr const char* kNumbers[] = {"real", "Int32", "UInt32", "UInt16", "by the call"};
    std::string text =
        "# Operations of the vector unit\n\n"
        "Generated from the rows in `src/tile/sfpu` by `ops_document > docs/ops.md`; a test "
        "compares.\n"
        "The bound is of |got - want| with 32-bit numbers in Dst, over the domain; *store* says "
        "what a\n"
        "16-bit Dst keeps. Cycles are per tile, where the chips differ on Wormhole and\n"
        "Blackhole; with *est.* nobody has published a measurement.\n\n"
        "| operation | inputs | parameters | numbers | domain | bound | store | cycles | approx. | "
        "note |\n"
        "|---|---|---|---|---|---|---|---|---|---|\n";
    for (const SfpuOp& op : sfpu_ops()) {
        const bool real = op.numbers == Numbers::real && op.reference != nullptr;
        text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {}{} | {} | {} |\n", op.name,
                            op.inputs, op.params, kNumbers[static_cast<int>(op.numbers)],
                            real ? fmt::format("{:g} … {:g}", op.low, op.high) : "", bound_of(op),
                            kStores[static_cast<int>(op.store)], cost_of(op.cycles),
                            op.measured ? "" : " est.", cost_of(op.cycles_approx), op.note);
    }
    return text;
}

}  // namespace ironbird::tile
