// Cutting is by the last LF, or by the size of a binary row.
#include "batch.hpp"

#include <algorithm>
#include <cstring>

#include "decode.hpp"
#include "error.hpp"

namespace piper {

std::size_t Batcher::whole_rows(std::string_view bytes, bool ended) const {
    if (binary_) {
        if (ended && bytes.size() % kBinaryRowBytes != 0)
            throw Error(Exit::could_not_start, "the binary rows are cut short");
        return bytes.size() / kBinaryRowBytes * kBinaryRowBytes;
    }
    return bytes.rfind('\n') + 1;  // npos + 1 is 0
}

bool Batcher::next(Batch& batch) {
    if (ended_ && rest_.empty()) return false;
    const std::size_t room = std::max(batch_bytes_, rest_.size() + 1);
    if (batch.room < room) {
        batch.memory = std::make_unique_for_overwrite<char[]>(kPadding + room + 1 + kPadding);
        batch.room = room;
    }
    char* const begin = batch.memory.get() + kPadding;
    std::copy(rest_.begin(), rest_.end(), begin);
    std::size_t size = rest_.size();
    while (size < room && !ended_) {
        const std::size_t got = source_->read(begin + size, room - size);
        ended_ = got == 0;
        size += got;
    }
    if (ended_ && !binary_ && size != 0 && begin[size - 1] != '\n') begin[size++] = '\n';
    const std::size_t whole = whole_rows({begin, size}, ended_);
    if (whole == 0 && !ended_)
        throw Error(Exit::could_not_start, "a row is longer than a batch",
                    "--batch takes a larger one; is the input TSV?");
    rest_.assign(begin + whole, begin + size);
    batch.bytes = {begin, whole};
    batch.taken = source_->taken();
    return whole != 0;
}

Counted count_rows(std::string_view rows, bool binary) {
    if (binary) return {rows.size() / kBinaryRowBytes, rows.size() / kBinaryRowBytes};
    Counted counted;
    for (std::size_t begin = 0; begin < rows.size(); ++counted.lines) {
        const std::size_t end = rows.find('\n', begin);
        const bool blank = end == begin || (end == begin + 1 && rows[begin] == '\r');
        counted.rows += blank ? 0 : 1;
        begin = end + 1;
    }
    return counted;
}

std::vector<std::string_view> cut(std::string_view rows, std::size_t chunk_bytes, bool binary) {
    std::vector<std::string_view> chunks;
    while (!rows.empty()) {
        std::size_t size = std::min(rows.size(), chunk_bytes);
        if (size < rows.size()) {
            size = binary ? std::max<std::size_t>(1, size / kBinaryRowBytes) * kBinaryRowBytes
                          : rows.find('\n', size - 1) + 1;
        }
        chunks.push_back(rows.substr(0, size));
        rows.remove_prefix(size);
    }
    return chunks;
}

}  // namespace piper
