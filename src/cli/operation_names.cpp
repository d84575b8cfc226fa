// Headers are read by their layout: what stands at the begin of a line is a declaration.
#include "cli/operation_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <string_view>
#include <vector>

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;

bool part_of_a_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Where the whole word stands.
std::size_t find_word(std::string_view line, std::string_view word) {
    for (auto at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !part_of_a_name(line[at - 1])) &&
            (end == line.size() || !part_of_a_name(line[end])))
            return at;
    }
    return std::string_view::npos;
}

// TTNN_TABLE(name, ...) at the begin of a line. Gradients are called name_bw; with a _ an operation
// of two tensors works in place.
bool row_declares(std::string_view line, std::string_view name, bool gradients) {
    const auto open = line.find('(');
    const auto end = line.find_first_of(",)", open);
    if (open == std::string_view::npos || end == std::string_view::npos) return false;
    std::string declared(line.substr(open + 1, end - open - 1));
    if (gradients) declared += "_bw";
    return name == declared || name == declared + "_";
}

// What comes behind a parenthesis are parameters.
bool line_declares(std::string_view line, std::string_view name) {
    const auto at = find_word(line, name);
    if (at == std::string_view::npos || line.find('(') < at) return false;
    const auto behind = line.substr(at + name.size());
    return behind.starts_with('(') || behind.starts_with(" =") || behind.starts_with(" {") ||
           behind.starts_with(';') || behind.starts_with("::");
}

// Names of nested namespaces do not get in the way of ttnn's own.
class Namespaces {
 public:
    void pass(std::string_view line) {
        constexpr std::string_view kOpens = "namespace ", kCloses = "}  // namespace";
        if (line.starts_with(kOpens) && line.ends_with('{'))
            open_.emplace_back(line.substr(kOpens.size(), line.size() - kOpens.size() - 2));
        else if (line.starts_with(kCloses) && !open_.empty())
            open_.pop_back();
    }
    bool in_ttnn() const { return open_.size() == 1 && open_[0] == "ttnn"; }

 private:
    std::vector<std::string> open_;
};

std::optional<std::size_t> line_in(const fs::path& header, const std::string& name) {
    std::ifstream file(header);
    const bool gradients = header.parent_path().string().ends_with("_backward");
    constexpr std::string_view kInside = "namespace ttnn::";
    Namespaces namespaces;
    std::string line;
    for (std::size_t number = 1; std::getline(file, line); number++) {
        bool found = false;
        if (line.starts_with("TTNN_"))
            found = row_declares(line, name, gradients);
        else if (line.starts_with(kInside))
            found = line_declares(std::string_view(line).substr(kInside.size()), name);
        else if (namespaces.in_ttnn() && !line.empty() && part_of_a_name(line[0]))
            found = line_declares(line, name);
        if (found) return number;
        namespaces.pass(line);
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> where_declared(const fs::path& tree, const std::string& name) {
    std::vector<fs::path> headers;
    for (const auto& entry : fs::recursive_directory_iterator(tree / "include" / "ttnn"))
        if (entry.path().extension() == ".hpp" || entry.path().extension() == ".inc")
            headers.push_back(entry.path());
    std::ranges::sort(headers);
    for (const fs::path& header : headers)
        if (const auto line = line_in(header, name))
            return fmt::format("{}:{}", header.string(), *line);
    return std::nullopt;
}

}  // namespace ironbird::cli
