// Why nothing moves any more: the verdict, the parties, and what to change.
#pragma once

#include <string>

#include "check/finding.hpp"
#include "device/hang.hpp"

namespace ironbird::check {

// What the host program gets: the whole screen is its text.
class HangError final : public Error {
 public:
    HangError(Finding finding, const std::string& summary, std::string text)
        : Error(Fault::hang, summary, place_of(finding), finding.because),
          finding_(std::move(finding)),
          text_(std::move(text)) {}

    const char* what() const noexcept override { return text_.c_str(); }
    const Finding& finding() const { return finding_; }

 private:
    static std::optional<Place> place_of(const Finding& f) {
        return f.parties.empty() ? std::nullopt : f.parties.front().place;
    }

    Finding finding_;
    std::string text_;
};

// Finds what everything else waits for and throws it as a HangError. Leaves hang.json and hang.dot
// in `run_dir`, unless that is empty.
[[noreturn]] void explain_hang(const device::Hang& hang, const std::string& run_dir);

}  // namespace ironbird::check
