// Keys of the configuration file.
#include "analysis/plan/config.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace ironbird::analysis {
namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& what, const std::string& detail = {}) {
    throw Error(Fault::usage, what, {}, detail);
}

std::string read_all(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    if (!file) refuse(fmt::format("cannot read {}", path.string()));
    return text.str();
}

template <class T>
struct CountRow {
    const char* key;
    T Workload::* value;
    T least;
};

template <class T>
bool take_count(Workload& work, const CountRow<T>& row, const std::string& key, const json& value) {
    if (key != row.key) return false;
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() < row.least ||
        value.get<std::uint64_t>() > 1'000'000'000)
        refuse(fmt::format("{} is {}, not a whole number from {}", key, value.dump(), row.least));
    work.*row.value = value.get<T>();
    return true;
}

Workload workload_of(const json& given) {
    constexpr CountRow<std::uint32_t> counts[] = {{"a_tiles", &Workload::a_tiles, 1},
                                                  {"b_tiles", &Workload::b_tiles, 1},
                                                  {"tile_bytes", &Workload::tile_bytes, 1},
                                                  {"cores", &Workload::cores, 1}};
    constexpr CountRow<std::uint64_t> bytes[] = {{"l1_buffer_bytes", &Workload::l1_buffer_bytes, 0},
                                                 {"kernel_bytes", &Workload::kernel_bytes, 0}};
    if (!given.is_object())
        refuse("a workload is an object, as {\"a_tiles\": 16, \"b_tiles\": 16}");
    Workload work;
    for (const auto& [key, value] : given.items()) {
        bool known = key == "name" && value.is_string();
        if (known) work.name = value.get<std::string>();
        for (const auto& row : counts) known = known || take_count(work, row, key, value);
        for (const auto& row : bytes) known = known || take_count(work, row, key, value);
        if (!known)
            refuse(fmt::format("a workload has no \"{}\"", key),
                   "name, a_tiles, b_tiles, tile_bytes, cores, l1_buffer_bytes, kernel_bytes");
    }
    return work;
}

std::vector<std::string> names_of(const std::string& key, const json& given) {
    std::vector<std::string> names;
    if (!given.is_array()) refuse(fmt::format("{} is a list of names", key));
    for (const json& one : given) {
        if (!one.is_string() || one.get_ref<const std::string&>().empty())
            refuse(fmt::format("{} is a list of names", key));
        names.push_back(one.get<std::string>());
    }
    return names;
}

void take(Config& config, const std::string& key, const json& value) {
    if (key == "chips") {
        config.chips = names_of(key, value);
    } else if (key == "policies") {
        config.policies = names_of(key, value);
    } else if (key == "workloads" && value.is_array()) {
        for (const json& one : value) config.workloads.push_back(workload_of(one));
    } else if (key == "settings" && value.is_object()) {
        for (const auto& [name, number] : value.items())
            change(config.settings, name, number.is_number() ? number.get<double>() : NAN);
    } else {
        refuse(fmt::format("the configuration has no \"{}\" of this kind", key),
               "chips, policies, workloads (lists) and settings (an object)");
    }
}

void check_bands(const Settings& s) {
    for (const Band& band : {s.miss(), s.score(), s.use()})
        if (band.low > band.high)
            refuse(fmt::format("a band cannot reach from {:g} down to {:g}", band.low, band.high),
                   "change both its low and its high setting");
}

}  // namespace

Config parse_config(const std::string& text) {
    const json given = json::parse(text, nullptr, false);
    if (given.is_discarded() || !given.is_object())
        refuse("the configuration is not a JSON object");
    Config config;
    for (const auto& [key, value] : given.items()) take(config, key, value);
    check_bands(config.settings);
    return config;
}

Config read_config(const std::filesystem::path& path) {
    return parse_config(read_all(path));
}

std::uint64_t kernel_bytes(const std::filesystem::path& file, const Settings& settings) {
    const std::string text = read_all(file);
    if (text.starts_with("\x7f"
                         "ELF"))
        return text.size();
    const bool compute =
        text.find("api/compute") != text.npos || text.find("compute_kernel_api") != text.npos;
    const double each = static_cast<double>(text.size()) * settings.kernel_factor;
    return static_cast<std::uint64_t>(
        std::llround(compute ? each * settings.compute_processors : each));
}

}  // namespace ironbird::analysis
