// Candidates of all launches, and the few that are shown.
#include "profile/hints.hpp"

#include <algorithm>

#include "profile/recorder.hpp"

namespace ironbird::profile {
namespace {

void raise(Candidate& into, const Candidate& c) {
    for (std::size_t i = 0; i < std::size(c.figures); i++)
        into.figures[i] = std::max(into.figures[i], c.figures[i]);
}

Hint in_words(const HintRow& row, const Candidate& c) {
    const abi::SourceLine line = c.kernel->locate(c.stack.addresses());
    return {.id = row.id,
            .title = row.title,
            .cycles = c.cycles,
            .file = line.file.empty() ? c.kernel->source_path : line.file,
            .line = line.line,
            .processor = std::string(abi::label(static_cast<abi::Processor>(c.processor))),
            .detail = row.detail(c),
            .remedy = row.remedy(c),
            .cores = c.cores};
}

}  // namespace

void Candidates::add(std::size_t rule, const Candidate& c) {
    const auto [it, fresh] =
        launch_.try_emplace({rule, c.kernel, c.stack.count == 0 ? 0 : c.stack.key()}, c);
    if (fresh) return;
    Candidate& known = it->second;
    const std::uint32_t cores = known.cores + 1;
    if (c.cycles > known.cycles) known = c;
    known.cores = cores;
}

void Candidates::end_launch() {
    for (const auto& [key, c] : launch_) {
        const auto [it, fresh] = all_.try_emplace(key, c);
        if (fresh) continue;
        it->second.cycles += c.cycles;
        it->second.cores = std::max(it->second.cores, c.cores);
        raise(it->second, c);
    }
    launch_.clear();
}

void look_for_hints(const ChipLog& chip, const LaunchRecord& launch, Candidates& into) {
    const std::span rows = hint_rows();
    for (std::size_t i = 0; i < rows.size(); i++) rows[i].look(chip, launch, i, into);
    into.end_launch();
}

std::vector<Hint> best_hints(const Candidates& candidates, std::uint64_t run_cycles) {
    std::vector<std::pair<std::size_t, const Candidate*>> order;
    for (const auto& [key, c] : candidates.all())
        if (c.cycles * 50 >= run_cycles) order.emplace_back(std::get<0>(key), &c);
    // By cost; equal ones in an order that does not depend on where kernels were loaded.
    const auto rank = [](const auto& x) {
        const Candidate& c = *x.second;
        return std::tuple(~c.cycles, x.first, std::string_view(c.kernel->source_path), c.processor,
                          c.stack.address[0]);
    };
    std::sort(order.begin(), order.end(),
              [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    std::vector<Hint> hints;
    for (const auto& [rule, c] : order) {
        if (hints.size() == kMostHints) break;
        Hint h = in_words(hint_rows()[rule], *c);
        // One line of source may be several places in the code.
        const auto same = std::find_if(hints.begin(), hints.end(), [&](const Hint& o) {
            return o.id == h.id && o.file == h.file && o.line == h.line;
        });
        if (same == hints.end()) hints.push_back(std::move(h));
    }
    return hints;
}

}  // namespace ironbird::profile
