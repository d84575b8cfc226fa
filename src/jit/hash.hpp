// Keys of the cache: XXH3, 128 bits, over length-prefixed pieces.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ironbird::jit {

// One key in the making; of one thread.
class Hash {
 public:
    Hash();
    ~Hash();
    Hash(const Hash&) = delete;
    Hash& operator=(const Hash&) = delete;

    // Lengths are part of the hash, so that "ab","c" and "a","bc" differ.
    Hash& add(std::string_view piece);
    Hash& add(std::uint64_t number);
    std::string hex() const;  // 32 digits

 private:
    struct State;
    std::unique_ptr<State> state_;
};

std::uint64_t checksum(std::span<const std::uint8_t> bytes);

// Hashes of files by content; a file that has not changed since is not read again. Thread-safe.
class FileHashes {
 public:
    // Nothing when the file cannot be read.
    std::optional<std::string> of(const std::string& path);

 private:
    struct Known {
        std::uint64_t device, inode, size;
        std::int64_t seconds, nanoseconds;
        std::string hash;
        bool same_file(const Known& other) const;
    };
    std::mutex lock_;
    std::map<std::string, Known> known_;
};

}  // namespace ironbird::jit
