// Named compile-time arguments against the text that should ask for them.
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "check/args/arguments.hpp"

namespace ironbird::check {
namespace {

namespace fs = std::filesystem;

std::string read_all(const fs::path& file) {
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

// The text of the kernel and of all that it includes in quotes, as far as it is found.
class Text {
 public:
    explicit Text(const std::vector<std::string>& dirs) : dirs_(dirs) {}

    void add(const std::string& text, const fs::path& folder) {
        all += text;
        constexpr std::string_view kInclude = "#include";
        for (size_t at = text.find(kInclude); at != std::string::npos;
             at = text.find(kInclude, at + 1)) {
            const size_t open = text.find_first_not_of(" \t", at + kInclude.size());
            if (open == std::string::npos || text[open] != '"') continue;
            const size_t close = text.find('"', open + 1);
            if (close != std::string::npos)
                add_file(text.substr(open + 1, close - open - 1), folder);
        }
    }

    std::string all;

 private:
    void add_file(const std::string& name, const fs::path& folder) {
        for (const fs::path& dir : candidates(folder)) {
            const fs::path file = (dir / name).lexically_normal();
            std::error_code error;
            if (!fs::is_regular_file(file, error)) continue;
            if (seen_.insert(file.string()).second) add(read_all(file), file.parent_path());
            return;
        }
    }
    std::vector<fs::path> candidates(const fs::path& folder) const {
        std::vector<fs::path> list = {folder};
        list.insert(list.end(), dirs_.begin(), dirs_.end());
        return list;
    }

    const std::vector<std::string>& dirs_;
    std::set<std::string> seen_;
};

}  // namespace

std::vector<std::string> unasked_names(const std::string& path, const std::string& text,
                                       const std::vector<std::string>& include_dirs,
                                       const std::vector<std::string>& names) {
    Text whole(include_dirs);
    whole.add(path.empty() ? text : read_all(path), fs::path(path).parent_path());
    std::vector<std::string> list;
    for (const std::string& name : names)
        if (whole.all.find("\"" + name + "\"") == std::string::npos) list.push_back(name);
    return list;
}

}  // namespace ironbird::check
