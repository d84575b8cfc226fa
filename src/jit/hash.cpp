// Hashing of text and files.
#include "jit/hash.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>
#include <xxhash.h>

#include "jit/file.hpp"

namespace ironbird::jit {
namespace {

// The file system's clock ticks in milliseconds: a file that was written just now may be written
// again without its time moving, so it is not remembered.
bool is_settled(const struct stat& s) {
    struct timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec - s.st_mtim.tv_sec >= 2;
}

}  // namespace

struct Hash::State {
    XXH3_state_t* x = XXH3_createState();
    ~State() { XXH3_freeState(x); }
};

Hash::Hash() : state_(std::make_unique<State>()) {
    XXH3_128bits_reset(state_->x);
}
Hash::~Hash() = default;

Hash& Hash::add(std::string_view piece) {
    add(piece.size());
    XXH3_128bits_update(state_->x, piece.data(), piece.size());
    return *this;
}

Hash& Hash::add(std::uint64_t number) {
    XXH3_128bits_update(state_->x, &number, sizeof number);
    return *this;
}

std::string Hash::hex() const {
    const XXH128_hash_t h = XXH3_128bits_digest(state_->x);
    return fmt::format("{:016x}{:016x}", h.high64, h.low64);
}

std::uint64_t checksum(std::span<const std::uint8_t> bytes) {
    return XXH3_64bits(bytes.data(), bytes.size());
}

bool FileHashes::Known::same_file(const Known& o) const {
    return device == o.device && inode == o.inode && size == o.size && seconds == o.seconds &&
           nanoseconds == o.nanoseconds;
}

std::optional<std::string> FileHashes::of(const std::string& path) {
    struct stat s{};
    if (stat(path.c_str(), &s) != 0 || !S_ISREG(s.st_mode)) return std::nullopt;
    Known now{s.st_dev,         s.st_ino,          static_cast<std::uint64_t>(s.st_size),
              s.st_mtim.tv_sec, s.st_mtim.tv_nsec, {}};
    {
        const std::lock_guard hold(lock_);
        const auto it = known_.find(path);
        if (it != known_.end() && it->second.same_file(now)) return it->second.hash;
    }
    const auto text = read_file(path);
    if (!text) return std::nullopt;
    now.hash = Hash().add(*text).hex();
    if (is_settled(s)) {
        const std::lock_guard hold(lock_);
        known_[path] = now;
    }
    return now.hash;
}

}  // namespace ironbird::jit
