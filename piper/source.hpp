// Where bytes come from: files, pipes, standard input, compressed or not, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace piper {

class Source {
 public:
    virtual ~Source() = default;
    // Up to `size` bytes, 0 at the end only.
    virtual std::size_t read(char* to, std::size_t size) = 0;
    // Bytes taken so far from what lies below: of a compressed file those of the file.
    virtual std::uint64_t taken() const = 0;
};

// What tells one state of a file from another.
struct FileState {
    std::uint64_t bytes = 0;
    std::int64_t changed_s = 0, changed_ns = 0;
    bool operator==(const FileState&) const = default;
};

// Fails when the file is no longer what it was when it was opened, or when `expected` was seen.
// "-" is standard input.
std::unique_ptr<Source> open_file(const std::string& path, std::optional<FileState> expected = {});
// By the first bytes: gzip, zstd, else as it is.
std::unique_ptr<Source> decompressed(std::unique_ptr<Source> below);

struct Inputs {
    std::vector<std::string> paths;
    std::vector<std::optional<FileState>> states{};  // by path; none for what is no file
    std::uint64_t bytes = 0;                         // of all files as they lie there; 0: not known
    bool again = true;                               // can be read a second time
    bool binary = false;                             // 48-word rows, by the ending .bin
};
// Patterns become the files they match, sorted. Throws Error when there are none.
Inputs find_inputs(const std::vector<std::string>& paths_and_patterns);
// All of them as one; a line that a file leaves open is ended by its end.
std::unique_ptr<Source> open_inputs(const Inputs& inputs);

}  // namespace piper
