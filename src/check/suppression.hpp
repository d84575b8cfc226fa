// Findings that somebody has looked at and allows, in the source or in a file, with a reason.
#pragma once

#include <istream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "check/finding.hpp"

namespace ironbird::check {

// "// ironbird: allow NOC-004 because the page is never reused", on the line of a party or right
// above it, one or several; or a line "NOC-004 kernels/reader.cpp because ..." of a file, where the
// path is the end of one, or * for any.
struct Suppression {
    std::string rule;
    std::string file;        // where the finding must be
    std::uint32_t line = 0;  // 0: anywhere in the file
    std::uint32_t end = 0;   // the line behind the last of such comments
    std::string reason;
    std::string from;  // "file:line" of the suppression itself
    bool in_source = false;
    bool used = false;
};

// Used by the command line after a run, on one thread.
class Suppressions {
 public:
    // Throws usage for a line that names no rule or gives no reason.
    void add_file(const std::string& path);
    void add_lines(std::istream& lines, const std::string& name);  // of such a file
    // Reads each file once; a comment without a reason allows nothing and is reported by trouble().
    void add_source(const std::string& path);
    void add_comments(std::istream& source, const std::string& path);  // of one
    void add_sources_of(const Finding& finding);

    // The first that allows the finding, marked as used; null: none.
    const Suppression* allowing(const Finding& finding);

    // The suppressions that have allowed no finding.
    std::vector<Suppression> unused() const;
    const std::vector<std::string>& trouble() const { return trouble_; }

 private:
    std::vector<Suppression> all_;
    std::set<std::string> read_;
    std::vector<std::string> trouble_;
};

}  // namespace ironbird::check
