// Values of tiles and arrays as lists of numbers, printed with one format for each element.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "abi/ib_abi.h"

namespace ironbird::device {

using Element = std::variant<float, std::int32_t, std::uint32_t>;

// Text between elements belongs to the list: spaces, and line ends of tile rows.
struct Elements {
    struct Item {
        Element value;
        std::string_view after;
    };
    std::vector<Item> items;
    std::string trouble;  // shown instead, when the values cannot be had
};

float bf16_value(std::uint16_t bits);

Elements slice_elements(const ib_tile_slice& slice, std::span<const std::uint8_t> tile);
Elements array_elements(std::uint32_t kind, std::span<const std::uint8_t> bytes);

}  // namespace ironbird::device

// "{:.2f}" on a list applies to each element.
template <>
struct fmt::formatter<ironbird::device::Elements> {
    std::string each = "{}";

    constexpr auto parse(format_parse_context& context) {
        const auto* begin = context.begin();
        const auto* end = begin;
        while (end != context.end() && *end != '}') end++;
        if (begin != end) each = "{:" + std::string(begin, end) + "}";
        return end;
    }

    auto format(const ironbird::device::Elements& list, format_context& context) const {
        auto out = context.out();
        if (!list.trouble.empty()) return fmt::format_to(out, "{}", list.trouble);
        for (const auto& item : list.items) {
            std::visit([&](auto v) { out = fmt::format_to(out, fmt::runtime(each), v); },
                       item.value);
            out = fmt::format_to(out, "{}", item.after);
        }
        return out;
    }
};
