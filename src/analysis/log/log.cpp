// From lines to a log, and from a log to a plan.
#include "analysis/log/log.hpp"

#include <istream>
#include <sstream>

#include "analysis/log/reader.hpp"

namespace ironbird::analysis {
namespace {

std::optional<std::uint64_t> fact(const Log& log, const std::string& name) {
    const auto at = log.facts.find(name);
    if (at == log.facts.end()) return {};
    return at->second;
}

std::uint32_t bounded(std::uint64_t n) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(n, 1'000'000'000));
}

// What the older lines say of the add's tiles and buffers.
void derive_from_facts(Log& log) {
    const auto shard = fact(log, "tiles_per_shard"), all = fact(log, "num_tiles");
    if (!log.work && shard && all && *shard != 0 && *all != 0)
        log.work = Workload{.a_tiles = bounded(*shard), .b_tiles = bounded(*all)};
    const auto a = fact(log, "c_0"), b = fact(log, "c_1"), inner = fact(log, "c_2 and c_16");
    if (!log.depths && a && b && inner)
        log.depths = Depths{bounded(*a), bounded(*b), bounded(*inner / 2), bounded(*inner / 2)};
}

}  // namespace

// Tiles of the core that took the most A tiles, for each of its launches.
void LogReader::derive_work() {
    const CoreCb* a = nullptr;
    const CbKey* where = nullptr;
    for (const auto& [key, cb] : cbs_) {
        log_.cbs[std::get<2>(key)].cores++;
        if (std::get<2>(key) != 0 || cb.pushed == 0 || cb.launches == 0) continue;
        if (a == nullptr || cb.pushed > a->pushed) a = &cb, where = &key;
    }
    if (a == nullptr) return;
    Depths depths{};
    for (std::size_t k = 0; k < depths.size(); k++) {
        const auto at = cbs_.find({std::get<0>(*where), std::get<1>(*where), kCbIndices[k]});
        if (at == cbs_.end() || at->second.pages == 0) return;
        depths[k] = bounded(at->second.pages);
    }
    const CoreCb& b = cbs_.at({std::get<0>(*where), std::get<1>(*where), 1});
    const std::uint64_t page = log_.cbs[0].page_bytes;
    if (b.pushed < a->pushed || a->pushed < a->launches || page == 0) return;
    log_.work = Workload{.a_tiles = bounded(a->pushed / a->launches),
                         .b_tiles = bounded(b.pushed / a->pushed),
                         .tile_bytes = bounded(page)};
    log_.depths = depths;
}

Log LogReader::finish() {
    derive_work();
    derive_from_facts(log_);
    for (const auto& [key, span] : cores_) log_.core_cycles += span.cycles;
    return std::move(log_);
}

Log read_log(std::istream& from) {
    LogReader reader;
    for (std::string line; std::getline(from, line);) reader.take(line);
    return reader.finish();
}

Log read_log(std::string_view text) {
    std::istringstream stream{std::string(text)};
    return read_log(stream);
}

std::optional<Prediction> predict(const Log& log, const L1Map& map, const Settings& settings) {
    if (!log.work || !log.depths) return {};
    return Prediction{*log.work, *log.depths, measure(*log.depths, *log.work, map, settings)};
}

}  // namespace ironbird::analysis
