// The findings that a project had on the day it began to check; only others fail.
#pragma once

#include <istream>
#include <map>
#include <span>
#include <string>

#include "check/finding.hpp"

namespace ironbird::check {

// Findings are known again by what stays when lines move, see fingerprint(); a second one of the
// same kind is new.
class Baseline {
 public:
    static Baseline read(const std::string& path);  // throws usage
    static Baseline parse(std::istream& text, const std::string& name);
    static void write(const std::string& path, std::span<const Finding> findings);

    // Whether the finding is in it; each entry is used up once.
    bool take(const Finding& finding);
    std::size_t left() const;  // entries that nothing matched: repaired meanwhile

 private:
    std::map<std::string, std::size_t> count_;
};

}  // namespace ironbird::check
