// Bytes cut into batches and chunks of whole rows.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "source.hpp"

namespace piper {

// Whole rows, with room before and behind that vectors may read.
struct Batch {
    std::unique_ptr<char[]> memory{};
    std::size_t room = 0;  // of the memory; pages that no row reaches are never touched
    std::string_view bytes{};
    std::uint64_t taken = 0;  // of the source, after this batch
};

class Batcher {
 public:
    Batcher(std::unique_ptr<Source> source, std::size_t batch_bytes, bool binary)
        : source_(std::move(source)), batch_bytes_(batch_bytes), binary_(binary) {}

    // False at the end. Lines end in LF, the last too.
    bool next(Batch& batch);

 private:
    std::size_t whole_rows(std::string_view bytes, bool ended) const;

    std::unique_ptr<Source> source_;
    std::size_t batch_bytes_;
    bool binary_;
    std::vector<char> rest_{};  // a row that was begun
    bool ended_ = false;
};

struct Counted {
    std::uint64_t rows = 0, lines = 0;
};
// Of whole rows, without a look at their fields.
Counted count_rows(std::string_view rows, bool binary);

// Parts of about `chunk_bytes`.
std::vector<std::string_view> cut(std::string_view rows, std::size_t chunk_bytes, bool binary);

}  // namespace piper
