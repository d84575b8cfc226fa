// Suppression first, then the baseline: what is left is shown.
#include "cli/check_policy.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <ironbird/version.hpp>

#include "check/baseline.hpp"
#include "check/finding_format.hpp"
#include "check/suppression.hpp"

namespace ironbird::cli {
namespace {

check::Suppressions gather(const CheckReport& report, const CheckOptions& options,
                           const std::vector<std::string>& sources) {
    check::Suppressions all;
    if (!options.suppressions.empty()) all.add_file(options.suppressions);
    for (const std::string& source : sources) all.add_source(source);
    for (const check::Finding& f : report.findings) all.add_sources_of(f);
    return all;
}

std::vector<check::ReviewedFinding> judge(const CheckReport& report, check::Suppressions& allowed) {
    std::vector<check::ReviewedFinding> findings;
    for (const check::Finding& f : report.findings) {
        const check::Suppression* s = allowed.allowing(f);
        findings.push_back({.finding = f,
                            .reason = s != nullptr ? s->reason : "",
                            .in_source = s != nullptr && s->in_source});
    }
    return findings;
}

// Those whose group was not checked may well be needed in another run.
void note_unused(CheckReport& report, const check::Suppressions& allowed) {
    const auto groups = check::Groups::parse(report.checked);
    for (const check::Suppression& s : allowed.unused())
        if (groups.has(check::rule(s.rule).group))
            report.notes.push_back(
                fmt::format("unused suppression of {} at {}: remove it", s.rule, s.from));
    for (const std::string& text : allowed.trouble()) report.notes.push_back(text);
}

void mark_known(CheckReport& report, std::vector<check::ReviewedFinding>& findings,
                const std::string& path) {
    check::Baseline baseline = check::Baseline::read(path);
    std::size_t known = 0;
    for (check::ReviewedFinding& v : findings)
        if (v.reason.empty() && baseline.take(v.finding)) {
            v.known = true;
            known++;
        }
    report.notes.push_back(
        fmt::format("{} known from {}; {} of it no longer there", known, path, baseline.left()));
}

void write_formats(const CheckOptions& options,
                   const std::vector<check::ReviewedFinding>& findings) {
    for (const check::FindingFormat& format : check::finding_formats()) {
        const auto asked = options.files.find(format.option);
        if (asked == options.files.end() || asked->second.empty()) continue;
        std::ofstream file(asked->second);
        file << format.text(findings, kVersion, std::filesystem::current_path().string());
        if (!file.flush()) throw unwritable(asked->second, errno);
    }
}

}  // namespace

void check_files(const CheckOptions& options) {
    if (!options.suppressions.empty()) check::Suppressions().add_file(options.suppressions);
    if (!options.baseline.empty()) check::Baseline::read(options.baseline);
}

void apply_policy(CheckReport& report, const CheckOptions& options,
                  const std::vector<std::string>& sources) {
    check::Suppressions allowed = gather(report, options, sources);
    std::vector<check::ReviewedFinding> findings = judge(report, allowed);
    if (!options.baseline.empty()) mark_known(report, findings, options.baseline);

    std::vector<check::Finding> shown, unsuppressed;
    for (const check::ReviewedFinding& v : findings) {
        if (v.reason.empty()) unsuppressed.push_back(v.finding);
        if (v.reason.empty() && !v.known) shown.push_back(v.finding);
    }
    if (const auto count = findings.size() - unsuppressed.size(); count != 0)
        report.notes.push_back(fmt::format("{} suppressed, with a reason", count));
    note_unused(report, allowed);
    if (!options.write_baseline.empty())
        check::Baseline::write(options.write_baseline, unsuppressed);
    write_formats(options, findings);
    report.findings = std::move(shown);
}

}  // namespace ironbird::cli
