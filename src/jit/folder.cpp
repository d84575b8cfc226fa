// Ownership and sweeping of the cache folder.
#include "jit/folder.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "base/fault.hpp"

namespace ironbird::jit {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view kScratch = "tmp-";

// Ticks since boot at which a process started, or empty when there is none: ids are used again,
// the pair is not.
std::string start_of(const std::string& pid) {
    std::ifstream file("/proc/" + pid + "/stat");
    std::string text;
    std::getline(file, text);
    const auto name_end = text.rfind(')');  // the name may contain spaces and brackets
    if (name_end == std::string::npos) return {};
    std::istringstream fields(text.substr(name_end + 1));
    std::string field;
    for (int n = 3; n <= 22 && fields >> field; n++) {
    }
    return field;
}

bool is_alive(const std::string& scratch_name) {
    const auto dash = scratch_name.find('-', kScratch.size());
    if (dash == std::string::npos) return false;
    const std::string pid = scratch_name.substr(kScratch.size(), dash - kScratch.size());
    return start_of(pid) == scratch_name.substr(dash + 1);
}

}  // namespace

std::string open_folder(const std::string& folder) {
    std::error_code error;
    fs::create_directories(fs::path(folder).parent_path(), error);
    if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return std::strerror(errno);
    struct stat s{};
    if (stat(folder.c_str(), &s) != 0) return std::strerror(errno);
    if (!S_ISDIR(s.st_mode)) return "it is not a folder";
    // Code is loaded from here: nobody else may be able to put it there.
    if (s.st_uid != geteuid()) return "it belongs to another user";
    if ((s.st_mode & 077) != 0 && chmod(folder.c_str(), 0700) != 0) return std::strerror(errno);
    if (access(folder.c_str(), R_OK | W_OK | X_OK) != 0) return std::strerror(errno);
    return {};
}

std::string temporary_folder() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "ironbird-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
        throw Error(Fault::cache_folder, "no folder for compiled kernels: " + name, {},
                    std::strerror(errno));
    return name;
}

std::string scratch_of_this_process(const std::string& folder) {
    const std::string pid = std::to_string(getpid());
    return fmt::format("{}/{}{}-{}", folder, kScratch, pid, start_of(pid));
}

void sweep_scratch(const std::string& folder) {
    std::error_code error;
    for (const auto& item : fs::directory_iterator(folder, error)) {
        const std::string name = item.path().filename();
        if (!name.starts_with(kScratch) || is_alive(name)) continue;
        // A compiler that outlived its parent may still be writing; without the folder it cannot.
        for (int tries = 0; tries < 10 && fs::exists(item.path(), error); tries++)
            fs::remove_all(item.path(), error);
    }
}

}  // namespace ironbird::jit
