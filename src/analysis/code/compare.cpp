// Two versions of a program: circular buffers by index, constants by name, kernels by file name.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analysis/code/report.hpp"

namespace ironbird::analysis::code {
namespace {

using Json = nlohmann::ordered_json;
// What an entry is matched by, and what is compared.
using Entries = std::vector<std::pair<std::string, Json>>;

Json number(const std::optional<std::int64_t>& value) {
    return value ? Json(*value) : Json();
}

std::string written(const Expression& e) {
    return !e.name.empty() ? e.name : e.value ? fmt::to_string(*e.value) : e.text;
}

Entries cbs_of(const Source& s) {
    Entries all;
    for (const CircularBuffer& cb : s.cbs) {
        std::vector<std::string> indices, pages, formats;
        for (const Slot& slot : cb.slots) {
            indices.push_back(slot.index.value ? fmt::to_string(*slot.index.value)
                                               : slot.index.text);
            pages.push_back(written(slot.page_size));
            formats.push_back(written(slot.format));
        }
        all.emplace_back(fmt::format("{}", fmt::join(indices, ",")),
                         Json{{"size", cb.size.text},
                              {"bytes", number(cb.size.value)},
                              {"page_size", pages},
                              {"format", formats},
                              {"cores", cb.cores},
                              {"fixed", cb.fixed()}});
    }
    return all;
}

Entries constants_of(const Source& s) {
    Entries all;
    for (const Constant& c : s.constants) all.emplace_back(c.name, Json{{"value", c.value}});
    return all;
}

Entries kernels_of(const Source& s) {
    Entries all;
    for (const Kernel& k : s.kernels) {
        Json j{{"processor", k.processor}};
        if (k.source)
            j.update(Json{{"lines", k.source->lines},
                          {"bytes", k.source->bytes},
                          {"loops", k.source->loops},
                          {"cb_calls", k.source->all_cb_calls()},
                          {"complexity", k.source->complexity}});
        all.emplace_back(std::filesystem::path(k.name).filename().string(), std::move(j));
    }
    return all;
}

Json fields_changed(const Json& before, const Json& after) {
    Json changed = Json::object();
    for (const auto& [key, value] : after.items())
        if (const Json old = before.value(key, Json()); old != value)
            changed[key] = {{"before", old}, {"after", value}};
    for (const auto& [key, value] : before.items())
        if (!after.contains(key)) changed[key] = {{"before", value}, {"after", Json()}};
    return changed;
}

// Entries of one name are matched in order.
Json matched(const Entries& before, Entries after) {
    Json list = Json::array();
    for (const auto& [name, old] : before) {
        const auto now = std::ranges::find(after, name, &Entries::value_type::first);
        if (now == after.end()) {
            list.push_back({{"name", name}, {"change", "removed"}, {"before", old}});
            continue;
        }
        if (Json fields = fields_changed(old, now->second); !fields.empty())
            list.push_back({{"name", name}, {"change", "changed"}, {"fields", fields}});
        after.erase(now);
    }
    for (const auto& [name, value] : after)
        list.push_back({{"name", name}, {"change", "added"}, {"after", value}});
    return list;
}

std::string short_text(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.is_null() ? "-" : value.dump();
}

std::string lines_of(const char* kind, const Json& list) {
    std::string text;
    for (const Json& entry : list) {
        const std::string change = entry["change"];
        text += fmt::format("  {} {} {}\n", kind, entry["name"].get<std::string>(), change);
        if (change != "changed") {
            text += fmt::format("      {}\n",
                                entry.value(change == "added" ? "after" : "before", Json()).dump());
            continue;
        }
        for (const auto& [key, field] : entry["fields"].items())
            text += fmt::format("      {}: {} -> {}\n", key, short_text(field["before"]),
                                short_text(field["after"]));
    }
    return text;
}

}  // namespace

Json compare(const Source& before, const Source& after) {
    return {{"before", before.path.string()},
            {"after", after.path.string()},
            {"strategy", {{"before", before.strategy()}, {"after", after.strategy()}}},
            {"total_bytes",
             {{"before", number(before.total_bytes())}, {"after", number(after.total_bytes())}}},
            {"circular_buffers", matched(cbs_of(before), cbs_of(after))},
            {"constants", matched(constants_of(before), constants_of(after))},
            {"kernels", matched(kernels_of(before), kernels_of(after))}};
}

std::string comparison_text(const Json& c) {
    std::string text =
        fmt::format("{} -> {}\n  strategy {} -> {}\n  bytes of circular buffers {} -> {}\n",
                    c["before"].get<std::string>(), c["after"].get<std::string>(),
                    short_text(c["strategy"]["before"]), short_text(c["strategy"]["after"]),
                    short_text(c["total_bytes"]["before"]), short_text(c["total_bytes"]["after"]));
    const std::string changes = lines_of("CB", c["circular_buffers"]) +
                                lines_of("constant", c["constants"]) +
                                lines_of("kernel", c["kernels"]);
    return text + (changes.empty() ? "  nothing else differs\n" : changes);
}

}  // namespace ironbird::analysis::code
