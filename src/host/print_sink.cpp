// Filtering, prefixing and writing of device prints.
#include "host/print_sink.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>

#include "base/fault.hpp"
#include "base/log.hpp"
#include "host/device/machine.hpp"

namespace ironbird::host {
namespace {

[[noreturn]] void bad(std::string_view variable, std::string_view text) {
    throw Error(Fault::usage, fmt::format("{}={} cannot be understood", variable, text));
}

// The next whole number in the text, which is shortened to what follows it.
std::uint32_t take_number(std::string_view& text, std::string_view variable,
                          std::string_view whole) {
    while (!text.empty() && (text[0] < '0' || text[0] > '9')) text.remove_prefix(1);
    std::uint32_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc{}) bad(variable, whole);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return n;
}

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const auto comma = text.find(',');
        parts.push_back(text.substr(0, comma));
        text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
    }
    return parts;
}

struct RiscRow {
    std::string_view name;
    std::uint32_t bits;
};
constexpr RiscRow kRiscs[] = {{"BR", 1},   {"NC", 2},  {"TR0", 4}, {"TR1", 8}, {"TR2", 16},
                              {"TR*", 28}, {"ER0", 0}, {"ER1", 0}, {"ER*", 0}};

std::uint32_t parse_riscs(std::string_view text) {
    if (text.empty()) return ~0u;
    std::uint32_t bits = 0;
    for (std::string_view name : split(text)) {
        const RiscRow* found = nullptr;
        for (const RiscRow& row : kRiscs)
            if (row.name == name) found = &row;
        if (found == nullptr) bad("TT_METAL_DPRINT_RISCVS", text);
        bits |= found->bits;
    }
    return bits;
}

// Files are opened when the first line comes and live as long as the process.
class Files {
 public:
    explicit Files(const Options& options) : options_(options) {}

    std::FILE* standard() {
        const std::string& name = options_.dprint_file;
        return name.empty() ? stdout : open(name);
    }

    std::FILE* of(std::uint32_t device, Logical core, abi::Processor p) {
        if (!options_.dprint_one_file_per_risc) return standard();
        const std::string& home = options_.home;
        const auto folder = std::filesystem::path(home.empty() ? "." : home) / "generated/dprint";
        std::error_code ignored;
        std::filesystem::create_directories(folder, ignored);
        return open((folder / fmt::format("device-{}_worker-core-{}-{}_{}.txt", device, core.x,
                                          core.y, short_name(p)))
                        .string());
    }

 private:
    std::FILE* open(const std::string& name) {
        auto [at, fresh] = files_.try_emplace(name, nullptr);
        if (!fresh) return at->second;
        at->second = std::fopen(name.c_str(), "w");
        if (at->second == nullptr) {
            log::warning("cannot write {}: device prints go to stdout", name);
            at->second = stdout;
        }
        return at->second;
    }

    const Options& options_;
    std::map<std::string, std::FILE*> files_;
};

const Slot& slot_of(const Machine& machine, std::uint32_t chip) {
    for (const auto& slot : machine.slots())
        if (slot->chip->id() == chip) return *slot;
    throw Error(Fault::internal, "a print comes from a chip that is gone");
}

}  // namespace

PrintFilter::PrintFilter(const Options& o, arch::Grid grid) {
    parse_cores(o.dprint_cores, grid);
    if (o.dprint_chips != "all")
        for (std::string_view chip : split(o.dprint_chips))
            chips_.push_back(take_number(chip, "TT_METAL_DPRINT_CHIPS", o.dprint_chips));
    processors_ = parse_riscs(o.dprint_riscvs);
}

// "all", "worker", "dispatch", "x,y", "(x,y),(x,y)" or "(x,y)-(x,y)".
void PrintFilter::parse_cores(std::string_view text, arch::Grid grid) {
    constexpr std::string_view kVariable = "TT_METAL_DPRINT_CORES";
    const std::string_view whole = text;
    if (text.empty()) return;
    any_ = true;
    if (text == "all") {
        cores_.push_back({{0, 0}, {~0u, ~0u}});
    } else if (text == "worker") {
        cores_.push_back({{0, 0}, {grid.x - 1, grid.y - 1}});
    } else if (text == "dispatch") {
        cores_.push_back({{0, grid.y}, {~0u, ~0u}});
        cores_.push_back({{grid.x, 0}, {~0u, ~0u}});
    } else {
        while (text.find_first_of("0123456789") != std::string_view::npos) {
            Logical c;
            c.x = take_number(text, kVariable, whole);
            c.y = take_number(text, kVariable, whole);
            const auto next = text.find_first_of("-,");
            const bool range = next != std::string_view::npos && text[next] == '-';
            Rectangle r{c, c};
            if (range) {
                r.to.x = take_number(text, kVariable, whole);
                r.to.y = take_number(text, kVariable, whole);
            }
            cores_.push_back(r);
        }
        if (cores_.empty()) bad(kVariable, whole);
    }
}

bool PrintFilter::wanted(std::uint32_t device, Logical core, abi::Processor processor) const {
    if (!any_ || (processors_ >> static_cast<int>(processor) & 1) == 0) return false;
    if (!chips_.empty() && std::find(chips_.begin(), chips_.end(), device) == chips_.end())
        return false;
    for (const Rectangle& r : cores_)
        if (core.x >= r.from.x && core.y >= r.from.y && core.x <= r.to.x && core.y <= r.to.y)
            return true;
    return false;
}

std::string_view short_name(abi::Processor processor) {
    return kRiscs[static_cast<int>(processor)].name;
}

std::string print_prefix(std::uint32_t device, Logical core, abi::Processor processor) {
    return fmt::format("{}:(x={},y={}):{}: ", device, core.x, core.y, short_name(processor));
}

std::function<void(const device::PrintLine&)> make_print_sink(Machine& machine) {
    const Options& options = machine.options();
    std::map<const ChipLayout*, PrintFilter> filters;
    for (const auto& chip : machine.layouts())
        filters.emplace(chip.get(), PrintFilter(options, chip->compute_grid()));
    auto files = std::make_shared<Files>(options);
    return [&machine, &options, filters, files](const device::PrintLine& line) {
        const Slot& slot = slot_of(machine, line.device);
        const std::uint32_t device = slot.id;
        if (!filters.at(slot.layout).wanted(device, line.core, line.processor)) return;
        std::string text;
        if (options.dprint_prefix) text = print_prefix(device, line.core, line.processor);
        text += line.text;
        if (!line.complete) text += "  [the kernel ended without a newline]";
        text += '\n';
        std::FILE* out = files->of(device, line.core, line.processor);
        std::fwrite(text.data(), 1, text.size(), out);
        std::fflush(out);
    };
}

}  // namespace ironbird::host
