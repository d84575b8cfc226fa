// Shares and rates out of the totals of a record.
#include "cli/profile_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "cli/summary.hpp"
#include "profile/cause.hpp"
#include "profile/path.hpp"

namespace ironbird::cli {
namespace {

struct Share {
    std::string text;
    double part;
};

const Json& profile_of(const Json& record) {
    static const Json none = Json::object();
    const auto at = record.find("profile");
    return at == record.end() || !at->is_object() ? none : *at;
}

template <class Rows>
std::string name_in(const Rows& rows, const std::string& key) {
    for (const auto& row : rows)
        if (row.key == key) return std::string(row.text);
    return key;
}

double part(std::uint64_t cycles, std::uint64_t all) {
    return all == 0 ? 0 : static_cast<double>(cycles) / static_cast<double>(all);
}

std::uint64_t count(const Json& n) {
    return n.get<std::uint64_t>();
}

// The largest shares, those below two per cent left out.
std::string shares_text(std::vector<Share> shares, std::size_t most) {
    std::stable_sort(shares.begin(), shares.end(),
                     [](const Share& a, const Share& b) { return a.part > b.part; });
    std::string text;
    for (std::size_t i = 0; i < shares.size() && i < most && shares[i].part >= 0.02; i++)
        text +=
            fmt::format("{}{} {:.0f} %", i == 0 ? "" : ", ", shares[i].text, 100 * shares[i].part);
    return text;
}

template <class Rows>
std::vector<Share> shares_of(const Json& cycles, const Rows& rows, std::uint64_t all) {
    std::vector<Share> shares;
    for (const auto& [key, n] : cycles.items())
        shares.push_back({name_in(rows, key), part(count(n), all)});
    return shares;
}

std::uint64_t sum_of(const Json& cycles) {
    std::uint64_t sum = 0;
    for (const auto& [key, n] : cycles.items()) sum += n.get<std::uint64_t>();
    return sum;
}

std::string flops_text(double per_second) {
    return per_second >= 1e12 ? fmt::format("{:.3g} TFLOP/s", per_second / 1e12)
                              : fmt::format("{:.3g} GFLOP/s", per_second / 1e9);
}

void print_path(std::FILE* out, const Json& p) {
    const Json path = p.value("path", Json::object());
    const std::string text =
        shares_text(shares_of(path, profile::kStepRows, sum_of(path)), profile::kSteps);
    if (!text.empty()) fmt::print(out, "  bound   critical path: {}\n", text);
}

// Math first: what it does and what it waits for; data movement if there is no math.
void print_utilisation(std::FILE* out, const Json& p) {
    const Json processors = p.value("processors", Json::object());
    const auto computing = p.value("computing_cycles", std::uint64_t{0});
    std::string text = fmt::format("{} of {} cores", p.value("cores", 0), p.value("grid", 0));
    const char* who = processors.contains("TRISC1") ? "TRISC1" : "BRISC";
    if (computing != 0) {
        const Json units = p.value("units", Json::object());
        const std::uint64_t busy =
            units.value("fpu", std::uint64_t{0}) + units.value("sfpu", std::uint64_t{0});
        text += fmt::format("; math works {:.0f} %", 100 * part(busy, computing));
    }
    if (processors.contains(who)) {
        const Json& one = processors[who];
        const std::string waits = shares_text(
            shares_of(one["stalls"], profile::kCauseRows, one["cycles"].get<std::uint64_t>()), 3);
        if (!waits.empty()) text += fmt::format("; {} waits for {}", who, waits);
    }
    fmt::print(out, "  use     {}\n", text);
}

// The busiest of all links or banks; `busy` is where its cycles stand in its array. Null: none.
Json busiest(const Json& record, const char* what, std::size_t busy) {
    Json most;
    for (const Json& device : record.value("devices", Json::array()))
        for (const Json& one : device.value(what, Json::array()))
            if (most.is_null() || one[busy] > most[busy]) most = one;
    return most;
}

void print_network(std::FILE* out, const Json& record, const Json& p) {
    const auto cycles = p.value("launch_cycles", std::uint64_t{0});
    const Json link = busiest(record, "links", 5), bank = busiest(record, "banks", 2);
    if (cycles == 0 || link.is_null() || link[5] == 0) return;
    const auto share = [&](const Json& busy) {
        return std::min(100.0, 100 * part(busy.get<std::uint64_t>(), cycles));
    };
    std::string text = fmt::format("busiest link NoC {} at ({},{}) {}, {:.0f} % of the time",
                                   link[0].get<int>(), link[1].get<int>(), link[2].get<int>(),
                                   link[3].get<std::string>(), share(link[5]));
    if (!bank.is_null() && bank[2] != 0)
        text += fmt::format("; busiest DRAM bank {:.0f} %", share(bank[2]));
    fmt::print(out, "  traffic {}\n", text);
}

void print_rates(std::FILE* out, const Json& record, const Json& p, double seconds) {
    const Figures f = figures_of(record);
    const Json peaks = p.value("peaks", Json::object());
    const double dram = static_cast<double>(f.dram_read + f.dram_written) / seconds;
    const double dram_peak = peaks.value("dram_bytes", 0.0);
    std::string text = fmt::format("DRAM {:.3g} GB/s, {:.0f} % of {:.0f}", dram / 1e9,
                                   100 * dram / dram_peak, dram_peak / 1e9);
    const double flops = static_cast<double>(p.value("flops", std::uint64_t{0})) / seconds;
    const double flops_peak = peaks.value("flops", 0.0);
    if (flops > 0)
        text += fmt::format("; products {}, {:.0f} % of {} at this fidelity", flops_text(flops),
                            100 * flops / flops_peak, flops_text(flops_peak));
    fmt::print(out, "  rate    {}\n", text);
}

void print_processors(std::FILE* out, const Json& p) {
    const Json processors = p.value("processors", Json::object());
    for (const auto& [name, one] : processors.items()) {
        const auto cycles = one["cycles"].get<std::uint64_t>();
        const std::uint64_t waits = sum_of(one["stalls"]);
        const std::string text =
            shares_text(shares_of(one["stalls"], profile::kCauseRows, cycles), profile::kCauses);
        fmt::print(out, "          {:6}  works {:.0f} %{}{}\n", name,
                   100 * part(cycles - std::min(cycles, waits), cycles),
                   text.empty() ? "" : "; waits for ", text);
    }
}

void print_programs(std::FILE* out, const Json& p) {
    constexpr std::size_t kMost = 8;
    std::vector<Json> programs = p.value("programs", std::vector<Json>{});
    std::stable_sort(programs.begin(), programs.end(), [](const Json& a, const Json& b) {
        return a["cycles"].get<std::uint64_t>() > b["cycles"].get<std::uint64_t>();
    });
    const auto all = p.value("launch_cycles", std::uint64_t{0});
    for (std::size_t i = 0; i < programs.size() && i < kMost; i++) {
        const auto cycles = programs[i]["cycles"].get<std::uint64_t>();
        fmt::print(out, "          {:3.0f} %  {} cycles in {}  {}\n", 100 * part(cycles, all),
                   grouped(cycles),
                   counted(programs[i]["launches"].get<std::uint64_t>(), "launch", "es"),
                   programs[i]["name"].get<std::string>());
    }
}

}  // namespace

std::string time_caveat(const Json& record) {
    const Json::json_pointer where("/error/text");
    return record.contains(where) && record.at(where).is_string()
               ? record.at(where).get<std::string>()
               : "error unknown";
}

void print_use(std::FILE* out, const Json& record) {
    const Json& p = profile_of(record);
    const double seconds = record.value("seconds", 0.0);
    if (p.empty() || seconds <= 0) return;
    print_path(out, p);
    print_utilisation(out, p);
    print_rates(out, record, p, seconds);
    print_network(out, record, p);
    if (!p.contains("files")) return;
    print_processors(out, p);
    print_programs(out, p);
    fmt::print(out, "  files   {} (Perfetto: trace.json)\n",
               path_text(p["files"].value("folder", "")));
}

void print_hints(std::FILE* out, const Json& record) {
    for (const Json& h : profile_of(record).value("hints", Json::array())) {
        const std::string file = path_text(h.value("file", ""));
        fmt::print(out, "  hint    {} cycles  {}:{}  {} ({}{})\n",
                   grouped(h["cycles"].get<std::uint64_t>()), file, h.value("line", 0),
                   h.value("title", ""), h.value("processor", ""),
                   h.value("cores", 1) > 1 ? fmt::format(", {} cores", h.value("cores", 1)) : "");
        fmt::print(out, "          {}\n          do: {}\n", h.value("detail", ""),
                   h.value("remedy", ""));
    }
}

}  // namespace ironbird::cli
