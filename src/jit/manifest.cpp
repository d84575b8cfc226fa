// Dependency files of the compiler and keys over contents.
#include "jit/manifest.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

#include "jit/file.hpp"

namespace ironbird::jit {
namespace {

bool exists(const std::string& path) {
    struct stat s{};
    return stat(path.c_str(), &s) == 0;
}

// Make's syntax: words after the colon, "\ " is a space, "$$" a dollar, "\<newline>" nothing.
std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    std::string word;
    const auto end_word = [&] {
        if (!word.empty()) words.push_back(std::exchange(word, {}));
    };
    for (std::size_t i = text.find(':') + 1; i < text.size(); i++) {
        const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
        if (c == '\\' && next == '\n')
            i++, end_word();
        else if ((c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$'))
            word += next, i++;
        else if (c == ' ' || c == '\n')
            end_word();
        else
            word += c;
    }
    end_word();
    return words;
}

// A header found in one folder shadows, and would be shadowed by, the same name in an earlier one.
void note_absent(const std::string& file, const std::vector<std::string>& dirs,
                 std::set<std::string>& absent) {
    for (std::size_t n = 0; n < dirs.size(); n++) {
        const std::string& dir = dirs[n];
        if (!file.starts_with(dir + "/")) continue;
        for (std::size_t earlier = 0; earlier < n; earlier++) {
            const std::string other = dirs[earlier] + file.substr(dir.size());
            if (!exists(other)) absent.insert(other);
        }
    }
}

}  // namespace

Manifest read_dependencies(const std::string& depfile, const std::vector<std::string>& include_dirs,
                           const std::string& scratch) {
    return parse_dependencies(read_file(depfile).value_or(""), include_dirs, scratch);
}

Manifest parse_dependencies(const std::string& text, const std::vector<std::string>& include_dirs,
                            const std::string& scratch) {
    std::set<std::string> files, absent;
    for (const auto& word : words_of(text))
        if (word.starts_with("/") && !word.starts_with(scratch)) files.insert(word);
    for (const auto& f : files) note_absent(f, include_dirs, absent);
    return {{files.begin(), files.end()}, {absent.begin(), absent.end()}};
}

void Manifest::add(const Manifest& other) {
    const auto unite = [](std::vector<std::string>& all, const std::vector<std::string>& more) {
        std::set<std::string> names(all.begin(), all.end());
        names.insert(more.begin(), more.end());
        all.assign(names.begin(), names.end());
    };
    unite(files, other.files);
    unite(absent, other.absent);
}

std::string Manifest::text() const {
    std::string out;
    for (const auto& f : files) out += "+" + f + "\n";
    for (const auto& f : absent) out += "-" + f + "\n";
    return out;
}

Manifest Manifest::parse(const std::string& text) {
    Manifest m;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (line.size() > 1) (line[0] == '+' ? m.files : m.absent).push_back(line.substr(1));
    return m;
}

std::optional<std::string> Manifest::key(const std::string& cheap_key, FileHashes& hashes) const {
    Hash hash;
    hash.add(cheap_key);
    for (const auto& f : files) {
        const auto content = hashes.of(f);
        if (!content) return std::nullopt;
        hash.add(f).add(*content);
    }
    for (const auto& f : absent) {
        if (exists(f)) return std::nullopt;
        hash.add(f);
    }
    return hash.hex();
}

bool Manifest::changed_since(std::int64_t time_ns) const {
    return std::any_of(files.begin(), files.end(), [&](const std::string& f) {
        struct stat s{};
        if (stat(f.c_str(), &s) != 0) return true;
        return s.st_mtim.tv_sec * 1'000'000'000LL + s.st_mtim.tv_nsec >= time_ns;
    });
}

}  // namespace ironbird::jit
