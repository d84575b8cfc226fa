// Entries of the cache folder.
#include "jit/store.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "base/fault.hpp"
#include "base/log.hpp"
#include "jit/file.hpp"
#include "jit/folder.hpp"
#include "jit/hash.hpp"

namespace ironbird::jit {
namespace {

namespace fs = std::filesystem;

struct Seal {
    char mark[8] = {'I', 'B', 'C', 'A', 'C', 'H', 'E', '1'};
    std::uint64_t sum = 0;
};

std::uint64_t sum_of(std::string_view content) {
    return checksum({reinterpret_cast<const std::uint8_t*>(content.data()), content.size()});
}

bool is_sound(std::string_view whole) {
    if (whole.size() < sizeof(Seal)) return false;
    Seal found, expected;
    std::memcpy(&found, whole.data() + whole.size() - sizeof found, sizeof found);
    return std::memcmp(found.mark, expected.mark, sizeof found.mark) == 0 &&
           found.sum == sum_of(whole.substr(0, whole.size() - sizeof found));
}

struct Entry {
    fs::path path;
    std::uint64_t bytes;
    std::int64_t used_ns;
};

bool is_entry(const fs::path& p) {
    const auto kind = p.extension();
    return kind == ".so" || kind == ".program" || kind == ".pch" || kind == ".deps" ||
           kind == ".uses" || kind == ".parts";
}

// Files may vanish while we look: another process evicts too.
std::vector<Entry> entries(const std::string& folder) {
    std::vector<Entry> found;
    std::error_code error;
    for (const auto& item : fs::directory_iterator(folder, error)) {
        struct stat s{};
        if (!is_entry(item.path()) || stat(item.path().c_str(), &s) != 0) continue;
        found.push_back({item.path(), static_cast<std::uint64_t>(s.st_size),
                         s.st_mtim.tv_sec * 1'000'000'000LL + s.st_mtim.tv_nsec});
    }
    return found;
}

}  // namespace

Store::Store(std::string folder) : folder_(std::move(folder)), owner_(getpid()) {
    const std::string refusal = open_folder(folder_);
    if (!refusal.empty()) {
        const std::string instead = temporary_folder();
        log::warning(
            "[cache-folder] the kernel cache {} cannot be used ({}); kernels of this process go to "
            "{}",
            folder_, refusal, instead);
        folder_ = instead;
        is_private_ = true;
    }
    sweep_scratch(folder_);
}

Store::~Store() {
    std::error_code ignored;
    if (scratch_owner_ == getpid()) fs::remove_all(scratch_folder_, ignored);
    if (is_private_ && owner_ == getpid()) fs::remove_all(folder_, ignored);
}

CacheInfo Store::info() const {
    CacheInfo info{.folder = folder_};
    for (const auto& e : entries(folder_)) {
        info.entries += e.path.extension() == ".so";
        info.programs += e.path.extension() == ".program";
        info.bytes += e.bytes;
    }
    return info;
}

std::optional<std::string> Store::read(const std::string& name) {
    const std::string path = path_of(name);
    auto whole = read_file(path);
    if (!whole) return std::nullopt;
    if (!is_sound(*whole)) {
        log::warning("the cached file {} is damaged and will be made anew", path);
        unlink(path.c_str());
        return std::nullopt;
    }
    utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
    whole->resize(whole->size() - sizeof(Seal));
    const std::lock_guard hold(lock_);
    used_.insert(path);
    return whole;
}

std::optional<std::string> Store::find(const std::string& name) {
    return read(name) ? std::optional(path_of(name)) : std::nullopt;
}

const std::string& Store::scratch_folder() {
    const std::lock_guard hold(lock_);
    if (scratch_owner_ != getpid()) {
        scratch_folder_ = scratch_of_this_process(folder_);
        scratch_owner_ = getpid();
        if (mkdir(scratch_folder_.c_str(), 0700) != 0 && errno != EEXIST)
            throw unwritable(scratch_folder_, errno, Fault::cache_folder);
    }
    return scratch_folder_;
}

std::string Store::scratch(const std::string& suffix) {
    return scratch_folder() + "/" + std::to_string(next_scratch_++) + suffix;
}

std::string Store::commit(const std::string& scratch_file, const std::string& name) {
    const auto content = read_file(scratch_file);
    std::ofstream file(scratch_file, std::ios::binary | std::ios::app);
    Seal seal;
    if (content) seal.sum = sum_of(*content);
    file.write(reinterpret_cast<const char*>(&seal), sizeof seal);
    file.close();
    const std::string path = path_of(name);
    if (!content || !file || std::rename(scratch_file.c_str(), path.c_str()) != 0)
        throw unwritable(path, errno, Fault::cache_folder);
    const std::lock_guard hold(lock_);
    used_.insert(path);
    return path;
}

void Store::write(const std::string& name, const std::string& content) {
    const std::string path = scratch(".text");
    std::ofstream file(path, std::ios::binary);
    file << content;
    file.close();
    if (!file) throw unwritable(path, errno, Fault::cache_folder);
    commit(path, name);
}

void Store::trim(std::uint64_t limit_bytes) {
    auto all = entries(folder_);
    std::uint64_t total = 0;
    for (const auto& e : all) total += e.bytes;
    if (total <= limit_bytes) return;
    std::sort(all.begin(), all.end(),
              [](const Entry& a, const Entry& b) { return a.used_ns < b.used_ns; });
    const std::lock_guard hold(lock_);
    for (const auto& e : all) {
        if (total <= limit_bytes) return;
        if (used_.contains(e.path.string())) continue;
        if (unlink(e.path.c_str()) == 0) total -= e.bytes;
    }
}

void Store::clear() {
    for (const auto& e : entries(folder_)) unlink(e.path.c_str());
}

}  // namespace ironbird::jit
