// Which depths are tried, and what counts as the same run.
#include "cli/what_if.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/explore.hpp"
#include "cli/summary.hpp"
#include "host/options/options.hpp"

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDepth = "IRONBIRD_CB_DEPTH";
constexpr const char* kLimit = "TT_METAL_OPERATION_TIMEOUT_SECONDS";
// Seconds, and the time of the first run twenty times: one that takes longer goes round in circles.
constexpr double kPatience = 60;
constexpr std::uint64_t kMostPages = 65535;  // the chip counts in 16 bits

// Multiples of what kernels ask for in one call.
constexpr std::uint64_t kMultiples[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128};

// Within half a per cent.
bool as_good(std::uint64_t cycles, std::uint64_t best) {
    return cycles * 1000 <= best * 1005;
}

std::string trouble_of(const Ran& ran) {
    const Json faults = ran.record.value("faults", Json::array());
    if (!faults.empty()) return faults.front().value("slug", "fault");
    return ran.ended.text();
}

void add_row(WhatIf& w, Trials& trials, std::uint64_t pages) {
    const auto known = std::ranges::find(w.rows, pages, &DepthRow::pages);
    if (known != w.rows.end()) return;
    w.rows.push_back({pages, trials.run(depth_text(*w.program, *w.cb, pages))});
}

std::uint64_t best_of(const WhatIf& w) {
    std::uint64_t best = ~std::uint64_t{0};
    for (const DepthRow& row : w.rows)
        if (row.trial.runs()) best = std::min(best, row.trial.cycles);
    return best;
}

// From the smallest depth on, until one is as good as the best and the next is no better.
void climb(WhatIf& w, Trials& trials, std::uint64_t unit, std::uint64_t fits) {
    bool good = false;
    for (const std::uint64_t multiple : kMultiples) {
        const std::uint64_t pages = multiple * unit, before = best_of(w);
        if (pages > fits) return;
        add_row(w, trials, pages);
        const Trial& trial = std::ranges::find(w.rows, pages, &DepthRow::pages)->trial;
        if (good && (!trial.runs() || trial.cycles >= before)) return;
        good = trial.runs() && as_good(trial.cycles, best_of(w));
    }
}

// In whole calls of its kernels.
std::uint64_t fits_of(const WhatIf& w) {
    const std::uint64_t unit = w.cb->most_asked;
    const std::uint64_t pages = w.cb->pages + w.program->room / w.cb->page_bytes;
    return std::min(pages, kMostPages) / unit * unit;
}

std::vector<std::string> notes_of(const DepthRow& row) {
    std::vector<std::string> notes;
    if (!row.trial.runs()) notes.push_back(row.trial.trouble);
    if (row.now) notes.emplace_back("now");
    if (row.all_that_fits) notes.emplace_back("all that fits");
    return notes;
}

std::string why_not(const CbView& cb) {
    if (cb.on_buffer) return "lies on an L1 buffer, whose size it has";
    if (cb.most_asked == 0) return "no kernel asks for its pages";
    return {};
}

}  // namespace

Trials::Trials(Start start, const Ran& first)
    : start_(std::move(start)),
      folder_(first.folder),
      output_(read_text(first.folder / "stdout.txt")),
      end_(first.ended.text()),
      first_cycles_(figures_of(first.record).cycles) {
    start_.environment.emplace_back("IRONBIRD_HINTS", "0");
    if (options().timeout_seconds == 0)
        start_.environment.emplace_back(
            kLimit, fmt::format("{:.0f}", kPatience + 20 * first.ended.seconds));
}

Ran Trials::start(const std::string& depths, const fs::path& folder) const {
    fs::create_directories(folder);
    Start start = start_;
    start.stdout_file = folder / "stdout.txt";
    start.stderr_file = folder / "stderr.txt";
    // What the user asked for himself comes behind: the first entry that fits counts.
    const std::string& own = options().cb_depth;
    const std::string both = depths.empty() || own.empty() ? depths + own : depths + "," + own;
    if (!both.empty()) start.environment.emplace_back(kDepth, both);
    return run_recorded(std::move(start), folder);
}

// Programs that print the time of day are no less right for it.
bool Trials::same_output(const fs::path& folder) {
    if (read_text(folder / "stdout.txt") == output_) return true;
    if (!output_varies_) {
        const fs::path again = folder_ / "what-if" / "again";
        start("", again);
        output_varies_ = read_text(again / "stdout.txt") != output_;
    }
    return *output_varies_;
}

Trial Trials::attempt(const std::string& depths) {
    const fs::path folder = folder_ / "what-if" / fmt::format("{:03}", done_.size() + 1);
    const Ran ran = start(depths, folder);
    Trial trial{.cycles = figures_of(ran.record).cycles, .trouble = {}};
    if (ran.ended.text() != end_)
        trial.trouble = trouble_of(ran);
    else if (!same_output(folder))
        trial.trouble = "other output";
    return trial;
}

const Trial& Trials::run(const std::string& depths) {
    const auto known = done_.find(depths);
    if (known != done_.end()) return known->second;
    Trial trial = attempt(depths);
    return done_.emplace(depths, std::move(trial)).first->second;
}

std::string depth_text(const ProgramView& program, const CbView& cb, std::uint64_t pages) {
    std::string text;
    for (const auto& [first, last] : program.programs)
        text +=
            fmt::format("{}{}{}:{}={}", text.empty() ? "" : ",", first,
                        last > first ? fmt::format("-{}", last) : "", cb.indices.front(), pages);
    return text;
}

WhatIf try_depths(const ProgramView& program, const CbView& cb, Trials& trials) {
    WhatIf w{&program, &cb, {}, cb.pages, why_not(cb), cb.pages};
    if (!w.skipped.empty()) return w;
    const std::uint64_t fits = fits_of(w);
    w.rows.push_back({cb.pages, {trials.first_cycles(), {}}, true});
    if (fits > cb.pages) add_row(w, trials, fits);
    climb(w, trials, cb.most_asked, fits);
    std::ranges::sort(w.rows, {}, &DepthRow::pages);
    if (fits >= cb.pages)
        std::ranges::find(w.rows, std::max(fits, cb.pages), &DepthRow::pages)->all_that_fits = true;
    const std::uint64_t best = best_of(w);
    for (const DepthRow& row : w.rows)
        if (row.trial.runs() && as_good(row.trial.cycles, best)) {
            w.recommended = row.pages;
            break;
        }
    return w;
}

void shrink_together(std::vector<WhatIf>& all, Trials& trials) {
    constexpr std::uint64_t deep = 4;  // calls
    const auto run = [&] {
        const std::string depths = together(all);
        return depths.empty() ? Trial{trials.first_cycles(), {}} : trials.run(depths);
    };
    for (WhatIf& w : all)
        w.together = w.skipped.empty()
                         ? std::max(w.cb->pages, std::min(deep * w.cb->most_asked, fits_of(w)))
                         : w.cb->pages;
    Trial best = run();
    if (!best.runs()) {
        for (WhatIf& w : all) w.together = w.cb->pages;
        best = run();
    }
    best.cycles = std::min(best.cycles, trials.first_cycles());
    for (WhatIf& w : all) {
        const std::uint64_t before = w.together;
        for (const std::uint64_t multiple : kMultiples) {
            w.together = std::min(multiple * w.cb->most_asked, before);
            if (!w.skipped.empty() || w.together == before) break;
            const Trial trial = run();
            if (trial.runs() && as_good(trial.cycles, best.cycles)) break;
        }
        if (!w.skipped.empty()) w.together = before;
    }
}

std::string together(const std::vector<WhatIf>& all) {
    std::string text;
    for (const WhatIf& w : all)
        if (w.together != w.cb->pages)
            text += (text.empty() ? "" : ",") + depth_text(*w.program, *w.cb, w.together);
    return text;
}

std::string to_text(const WhatIf& w, std::uint64_t now_cycles) {
    const std::string title = fmt::format("what if CB {} of {}", w.cb->name(), w.program->name);
    if (!w.skipped.empty()) return fmt::format("{}: not tried, it {}\n", title, w.skipped);
    std::string text = fmt::format("{} had\n  {:>7} {:>10} {:>14} {:>9}\n", title, "pages", "L1",
                                   "cycles", "change");
    for (const DepthRow& row : w.rows) {
        const double change =
            100 * (static_cast<double>(row.trial.cycles) /
                       static_cast<double>(std::max<std::uint64_t>(now_cycles, 1)) -
                   1);
        text += fmt::format("  {:>7} {:>10} {:>14} {:>9}  {}\n", row.pages,
                            bytes_text(row.pages * w.cb->page_bytes),
                            row.trial.runs() ? grouped(row.trial.cycles) : "does not run",
                            row.trial.runs() && !row.now ? fmt::format("{:+.2f} %", change) : "",
                            fmt::join(notes_of(row), ", "));
    }
    return text +
           fmt::format("  the smallest that costs no time, all else as it is: {}\n", w.recommended);
}

Json to_json(const WhatIf& w) {
    Json one = {{"program", w.program->programs.front().first},
                {"name", w.program->name},
                {"indices", w.cb->indices},
                {"pages", w.cb->pages},
                {"recommended", w.recommended},
                {"together", w.together},
                {"rows", Json::array()}};
    if (!w.skipped.empty()) one["skipped"] = w.skipped;
    for (const DepthRow& row : w.rows)
        one["rows"].push_back(
            {{"pages", row.pages},
             {"bytes", row.pages * w.cb->page_bytes},
             {"cycles", row.trial.runs() ? Json(row.trial.cycles) : Json(nullptr)},
             {"trouble", row.trial.trouble},
             {"now", row.now},
             {"all_that_fits", row.all_that_fits}});
    return one;
}

}  // namespace ironbird::cli
