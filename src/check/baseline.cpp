// A baseline as a file of fingerprints.
#include "check/baseline.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>

#include "check/finding_text.hpp"

namespace ironbird::check {

using Json = nlohmann::ordered_json;

namespace {

constexpr int kSchema = 1;

[[noreturn]] void refuse(const std::string& path, const char* why) {
    throw Error(Fault::usage, fmt::format("{} is no baseline: {}", path, why), {},
                "`ironbird check --write-baseline FILE` makes one");
}

}  // namespace

Baseline Baseline::read(const std::string& path) {
    std::ifstream file(path);
    return parse(file, path);
}

Baseline Baseline::parse(std::istream& file, const std::string& path) {
    if (!file) refuse(path, "it cannot be read");
    const Json json = Json::parse(file, nullptr, false);
    if (!json.is_object() || !json.contains("findings") || !json["findings"].is_object())
        refuse(path, "it is damaged, or something else");
    if (json.value("schema", Json()) != kSchema) refuse(path, "it is of another version");
    Baseline b;
    for (const auto& [print, count] : json["findings"].items()) {
        if (!count.is_number_unsigned()) refuse(path, "a count in it is no number");
        b.count_[print] = count.get<std::size_t>();
    }
    return b;
}

void Baseline::write(const std::string& path, std::span<const Finding> findings) {
    std::map<std::string, std::size_t> count;
    for (const Finding& f : findings) count[fingerprint(f)]++;
    std::ofstream file(path);
    file << Json{{"schema", kSchema}, {"findings", count}}.dump(2, ' ', false,
                                                                Json::error_handler_t::replace)
         << '\n';
    if (!file.flush()) throw unwritable(path, errno);
}

bool Baseline::take(const Finding& finding) {
    const auto at = count_.find(fingerprint(finding));
    if (at == count_.end() || at->second == 0) return false;
    at->second--;
    return true;
}

std::size_t Baseline::left() const {
    std::size_t sum = 0;
    for (const auto& [print, count] : count_) sum += count;
    return sum;
}

}  // namespace ironbird::check
