// Numbered run folders and their records.
#include "cli/run_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "base/fault.hpp"

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;

bool all_digits(const std::string& s) {
    return !s.empty() &&
           std::all_of(s.begin(), s.end(), [](unsigned char c) { return c >= '0' && c <= '9'; });
}

unsigned last_number(const fs::path& parent) {
    unsigned last = 0;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(parent, ignored)) {
        const std::string name = entry.path().filename();
        if (all_digits(name) && name.size() < 9)
            last = std::max(last, static_cast<unsigned>(std::stoul(name)));
    }
    return last;
}

}  // namespace

fs::path new_run_folder(const fs::path& parent) {
    std::error_code trouble;
    fs::create_directories(parent, trouble);
    if (trouble) throw unwritable(parent.string(), trouble.value());
    for (unsigned n = last_number(parent) + 1;; n++) {
        const fs::path folder = fs::absolute(parent) / fmt::format("{:04}", n);
        if (fs::create_directory(folder, trouble)) return folder;
        if (trouble) throw unwritable(folder.string(), trouble.value());
    }
}

fs::path find_run(const std::string& name, const fs::path& parent) {
    const fs::path numbered = all_digits(name) && name.size() < 9
                                  ? parent / fmt::format("{:04}", std::stoul(name))
                                  : fs::path(name);
    for (const fs::path& candidate : {numbered, fs::path(name)})
        if (fs::exists(candidate / "run.json")) return fs::absolute(candidate);
    throw Error(Fault::usage,
                fmt::format("no run {} below {}", name, fs::absolute(parent).string()));
}

void write_record(const fs::path& folder, const Json& record) {
    const fs::path fresh = folder / "run.json.new";
    {
        std::ofstream file(fresh);
        file << record.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
        if (!file.flush()) throw unwritable(fresh.string(), errno);
    }
    fs::rename(fresh, folder / "run.json");
}

}  // namespace ironbird::cli
