// Files of the cache folder: found, verified, added and evicted.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "jit/cache.hpp"

namespace ironbird::jit {

// An entry is one file: content, then a seal of 16 bytes with its checksum. Shared objects and
// precompiled headers bear the seal at their end without noticing. Thread-safe; any number of
// processes may share a folder.
class Store {
 public:
    // Opens or creates the folder and removes what dead processes left.
    explicit Store(std::string folder);
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    const std::string& folder() const { return folder_; }
    CacheInfo info() const;

    // The path of a sound entry, marked as used now. A damaged one is removed, with a note.
    std::optional<std::string> find(const std::string& name);

    // The content of a sound entry, without its seal.
    std::optional<std::string> read(const std::string& name);

    // A fresh path for a file that is being made; it disappears with this process.
    std::string scratch(const std::string& suffix);
    const std::string& scratch_folder();

    // Seals a scratch file and lets it appear under its name, all at once. Returns its path.
    std::string commit(const std::string& scratch_file, const std::string& name);
    void write(const std::string& name, const std::string& content);

    // Removes the least recently used entries until the limit holds; not those used by this
    // process.
    void trim(std::uint64_t limit_bytes);
    void clear();

 private:
    std::string path_of(const std::string& name) const { return folder_ + "/" + name; }

    std::string folder_;
    bool is_private_ = false;  // a temporary folder of this process alone
    std::mutex lock_;
    int owner_;  // process that opened it; a forked child leaves its parent's files alone
    std::string scratch_folder_;
    int scratch_owner_ = 0;
    std::atomic<std::uint64_t> next_scratch_ = 0;
    std::set<std::string> used_;
};

}  // namespace ironbird::jit
