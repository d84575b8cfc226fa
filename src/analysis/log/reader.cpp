// Events and older lines, one row each.
#include "analysis/log/reader.hpp"

#include <algorithm>

namespace ironbird::analysis {
namespace {

// Longer lines are garbage: no event needs so much.
constexpr std::size_t kLongest = 4096;
constexpr std::uint64_t kMostIndices = 256;

struct EventRow {
    std::string_view name;
    bool (LogReader::*take)(const Fields&);
};

constexpr EventRow kEvents[] = {
    {"buffer.alloc", &LogReader::buffer_alloc}, {"buffer.free", &LogReader::buffer_free},
    {"cb.alloc", &LogReader::cb_alloc},         {"cb.pop", &LogReader::cb_pop},
    {"cb.push", &LogReader::cb_push},           {"cb.reserve", &LogReader::cb_reserve},
    {"cb.wait", &LogReader::cb_wait},           {"chip.open", &LogReader::chip_open},
    {"kernel.begin", &LogReader::kernel_begin}, {"kernel.end", &LogReader::kernel_end},
};

// A line with `marker` tells the numbers behind the keys; without keys, that there is one more.
struct OlderRow {
    std::string_view marker;
    struct Field {
        std::string_view key, fact;
    };
    std::array<Field, 5> fields;
    std::string_view count = {};
};

constexpr OlderRow kOlder[] = {
    {"tiles_per_shard",
     {{{"num_tiles", "num_tiles"},
       {"mesh_devices", "mesh_devices"},
       {"tiles_per_shard", "tiles_per_shard"}}}},
    {"total_sharded_tiles",
     {{{"total_sharded_tiles", "total_sharded_tiles"}, {"buffer_size", "buffer_bytes"}}}},
    {"CB allocation",
     {{{"CB0:", "c_0"},
       {"CB1:", "c_1"},
       {"CB2+CB16:", "c_2 and c_16"},
       {"Total:", "tiles"},
       {"(", "cb_kib"}}}},
    {"Large workload detected", {{{"(", "large_a_tiles"}, {", ", "large_b_tiles"}}}},
    {"verification:", {{{"verification:", "passed"}, {" / ", "checked"}}}},
    {"worker_l1_size", {{{"worker_l1_size", "worker_l1_size"}}}},
    {"l1_unreserved_base", {{{"l1_unreserved_base", "l1_unreserved_base"}}}},
    {"l1_small_size", {{{"l1_small_size", "l1_small_size"}}}},
    {"KERNEL START", {{{"n_tiles", "n_tiles"}, {"r_tiles", "r_tiles"}}}, "kernel starts"},
    {"COMPLETE", {}, "kernel ends"},
    {"ismatch", {}, "mismatches"},
};

bool is_control(char c) {
    return (c >= 0 && c < ' ' && c != '\t' && c != '\r') || c == '\x7f';
}

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
    return a > ~b ? ~std::uint64_t{0} : a + b;
}

}  // namespace

void LogReader::take(std::string_view line) {
    log_.lines++;
    if (line.size() > kLongest || std::ranges::any_of(line, is_control)) return;
    if (!structured(line) && older(line)) log_.older++;
}

bool LogReader::structured(std::string_view line) {
    Words words(line);
    for (auto word = words.next(); !word.empty(); word = words.next()) {
        if (word.find('.') == word.npos) continue;
        const auto* row = std::ranges::find(kEvents, word, &EventRow::name);
        if (row == std::end(kEvents)) continue;
        const bool good = (this->*row->take)(Fields(words.rest()));
        (good ? log_.events : log_.malformed)++;
        return true;
    }
    return false;
}

bool LogReader::older(std::string_view line) {
    bool told = false;
    for (const OlderRow& row : kOlder) {
        if (line.find(row.marker) == line.npos) continue;
        if (!row.count.empty()) {
            log_.facts[std::string(row.count)]++;
            told = true;
        }
        for (const auto& field : row.fields) {
            if (field.key.empty()) continue;
            const auto n = number_after(line, field.key);
            if (n) log_.facts[std::string(field.fact)] = *n;
            told |= n.has_value();
        }
    }
    return told;
}

bool LogReader::chip_open(const Fields& f) {
    if (f.text("product").empty()) return false;
    if (log_.product.empty()) log_.product = f.text("product");
    return true;
}

bool LogReader::cb_alloc(const Fields& f) {
    const auto cb = f.number("cb"), bytes = f.number("bytes"), page = f.number("page_size");
    auto pages = f.number("pages");
    if (!pages && bytes && page && *page != 0) pages = *bytes / *page;
    if (!cb || *cb >= kMostIndices || !pages || f.text("core").empty()) return false;
    const auto index = static_cast<std::uint32_t>(*cb);
    CoreCb& core = cbs_[{f.number("chip").value_or(0), std::string(f.text("core")), index}];
    core.pages = *pages;
    core.in_use = 0;
    core.launches++;
    CbLog& all = log_.cbs[index];
    all.pages = std::max(all.pages, *pages);
    all.page_bytes = std::max(all.page_bytes, page.value_or(0));
    all.format = f.text("fmt");
    return true;
}

bool LogReader::call(const Fields& f, Waits CbLog::* which) {
    const auto cb = f.number("cb");
    if (!cb || *cb >= kMostIndices || f.text("core").empty()) return false;
    Waits& w = log_.cbs[static_cast<std::uint32_t>(*cb)].*which;
    const std::uint64_t blocked = f.number("blocked_cycles").value_or(0);
    w.calls++;
    w.blocked += blocked != 0 ? 1 : 0;
    w.cycles = sum(w.cycles, blocked);
    w.longest = std::max(w.longest, blocked);
    return true;
}

bool LogReader::moved(const Fields& f, bool push) {
    const auto cb = f.number("cb"), n = f.number("n");
    if (!cb || *cb >= kMostIndices || !n || f.text("core").empty()) return false;
    const auto index = static_cast<std::uint32_t>(*cb);
    CoreCb& core = cbs_[{f.number("chip").value_or(0), std::string(f.text("core")), index}];
    CbLog& all = log_.cbs[index];
    core.in_use = push ? sum(core.in_use, *n) : core.in_use - std::min(core.in_use, *n);
    if (const auto told = f.number("occ")) core.in_use = *told;
    all.most = std::max(all.most, core.in_use);
    if (!push) {
        all.pops++;
        all.popped_pages = sum(all.popped_pages, *n);
        return true;
    }
    all.pushes++;
    all.pushed_pages = sum(all.pushed_pages, *n);
    all.full += core.pages != 0 && core.in_use >= core.pages ? 1 : 0;
    core.pushed = sum(core.pushed, *n);
    return true;
}

bool LogReader::cb_reserve(const Fields& f) {
    return call(f, &CbLog::reserve);
}
bool LogReader::cb_wait(const Fields& f) {
    return call(f, &CbLog::wait);
}
bool LogReader::cb_push(const Fields& f) {
    return moved(f, true);
}
bool LogReader::cb_pop(const Fields& f) {
    return moved(f, false);
}

bool LogReader::kernel_begin(const Fields& f) {
    const auto cycle = f.number("cycle");
    if (!cycle || f.text("core").empty() || f.text("name").empty()) return false;
    const std::uint64_t chip = f.number("chip").value_or(0);
    const std::string core(f.text("core")), risc(f.text("risc")), name(f.text("name"));
    const auto is_it = [&](const KernelLog& k) { return k.name == name && k.processor == risc; };
    auto at = std::ranges::find_if(log_.kernels, is_it);
    if (at == log_.kernels.end())
        at = log_.kernels.insert(at, KernelLog{.name = name, .processor = risc});
    at->unfinished++;
    running_[{chip, core, risc}] = {*cycle, static_cast<std::size_t>(at - log_.kernels.begin())};
    Span& span = cores_[{chip, core}];
    if (span.open++ == 0) span.first = *cycle;
    span.first = std::min(span.first, *cycle);
    return true;
}

bool LogReader::kernel_end(const Fields& f) {
    const auto cycle = f.number("cycle");
    if (!cycle || f.text("core").empty()) return false;
    const std::uint64_t chip = f.number("chip").value_or(0);
    const std::string core(f.text("core"));
    const auto at = running_.find({chip, core, std::string(f.text("risc"))});
    if (at == running_.end()) return false;  // it never began
    KernelLog& kernel = log_.kernels[at->second.second];
    const std::uint64_t began = std::min(at->second.first, *cycle);
    kernel.unfinished--;
    kernel.runs++;
    kernel.cycles = sum(kernel.cycles, *cycle - began);
    kernel.longest = std::max(kernel.longest, *cycle - began);
    running_.erase(at);
    Span& span = cores_[{chip, core}];
    span.last = std::max(span.last, *cycle);
    if (span.open == 0) return true;
    span.open--;
    if (span.open == 0) span.cycles = sum(span.cycles, span.last - std::min(span.first, span.last));
    return true;
}

bool LogReader::buffer_alloc(const Fields& f) {
    const auto address = f.number("addr"), bytes = f.number("bytes");
    if (!address || !bytes) return false;
    const std::string type(f.text("type"));
    BufferLog& all = log_.buffers[type];
    live_[{f.number("chip").value_or(0), type, *address}] = *bytes;
    all.allocated++;
    all.bytes = sum(all.bytes, *bytes);
    all.most_bytes = std::max(all.most_bytes, all.bytes);
    return true;
}

bool LogReader::buffer_free(const Fields& f) {
    const auto address = f.number("addr");
    if (!address) return false;
    const std::string type(f.text("type"));
    BufferLog& all = log_.buffers[type];
    all.freed++;
    const auto at = live_.find({f.number("chip").value_or(0), type, *address});
    if (at == live_.end()) return true;
    all.bytes -= std::min(all.bytes, at->second);
    live_.erase(at);
    return true;
}

}  // namespace ironbird::analysis
