// Products to their tensor, in tiles or in rows. Of the common arguments 19 is its address, 20 the
// bytes of a page, 21 whether rows without tokens become zeros.
#pragma once

#include "../../../kernels/pages.h"
#include "bmm_movers.h"

constexpr uint32_t kOut = tt::CBIndex::c_16;

template <typename Args>
class Writer {
 public:
    Writer(const MoverWork& work, const Plan& plan, const Order& order)
        : work_(work), plan_(plan), order_(order) {
        fill(zero_, bytes_, 0);
        settle(zero_ + bytes_ - 4);
        look();
    }

    // Rows that wait.
    void ready() {
        while (!end() && cb_pages_available_at_front(kOut, work_.width)) write_row();
    }
    // All that are still to come, and zeros.
    void finish() {
        while (!end()) write_row();
        if (!zeros_) return;
        for (at_.restart(); !at_.end(); at_.next()) {
            look();
            if (at_.width != 0) work_.in_rows ? zero_rows() : zero_tiles();
        }
    }

 private:
    // A row of tiles.
    void write_row() {
        cb_wait_front(kOut, work_.width);
        if (work_.in_rows)
            write_as_rows();
        else
            write_as_tiles();
        noc_async_writes_flushed();
        cb_pop_front(kOut, work_.width);
        ++row_;
    }

    // No row is left of any strip.
    bool end() {
        while (!at_.end() && (row_ == live_ || at_.width == 0)) {
            row_ = 0;
            at_.next();
            look();
        }
        return at_.end();
    }
    void look() {
        if (at_.end()) return;
        live_ = tile_rows(plan_[at_.item]);
        first_row_ = plan_.first_row(at_.item);
        const uint32_t expert = work_.expert(at_.item);
        const uint32_t place = work_.column(at_.item, at_.pass);
        for (uint32_t j = 0; j < at_.width; ++j) columns_[j] = order_(expert, place + j);
    }
    uint32_t column(uint32_t j) const { return columns_[j]; }
    uint32_t first_page(uint32_t row) const {
        return (work_.expert(at_.item) * work_.rows + row) * work_.columns;
    }

    void write_as_tiles() const {
        const uint32_t from = get_read_ptr(kOut), tail = plan_[at_.item] % 32;
        const uint32_t page = first_page(first_row_ + row_), count = at_.width;
        for (uint32_t j = 0; j < count; ++j) {
            if (tail != 0 && row_ + 1 == live_)
                write_top(page + column(j), from + j * bytes_, tail);
            else
                noc_async_write_page(page + column(j), out_, from + j * bytes_);
        }
    }
    // The first rows of a tile, and zeros below: faces have 16 rows of 16. Small floats stand
    // behind their exponents.
    void write_top(uint32_t page, uint32_t tile, uint32_t rows) const {
        const bool small = bytes_ < 2048;
        const uint32_t row_bytes = small ? 16 : 32;
        uint32_t offset = small ? 64 : 0;
        if (small) noc_async_write(tile, out_.get_noc_addr(page), offset);
        uint64_t to = out_.get_noc_addr(page, offset);
        const auto some = [&](uint32_t source, uint32_t count) {
            const uint32_t bytes = count * row_bytes;
            if (bytes == 0) return;
            noc_async_write(source, to, bytes);
            to += bytes;
            offset += bytes;
        };
        for (uint32_t face = 0; face < 4; ++face) {
            const uint32_t top = face / 2 * 16, left = rows > top ? rows - top : 0;
            const uint32_t live = left < 16 ? left : 16;
            some(tile + offset, live);
            some(zero_, 16 - live);
        }
    }
    void zero_tiles() const {
        const uint32_t count = at_.width;
        for (uint32_t row = tile_rows(plan_.zeros_from(at_.item)); row < work_.rows; ++row)
            for (uint32_t j = 0; j < count; ++j)
                noc_async_write_page(first_page(row) + column(j), out_, zero_);
    }

    // What Dst held at a time is a block of rows of its own.
    void write_as_rows() const {
        const uint32_t count = at_.width, live = plan_[at_.item] - 32 * row_;
        for (uint32_t j = 0; j < count; j += work_.chunk) {
            const uint32_t end = count - j < work_.chunk ? count : j + work_.chunk;
            const uint32_t base = get_read_ptr(kOut) + j * bytes_;
            for (uint32_t k = j, run = 1; k < end; k += run) {
                for (run = 1; k + run < end && column(k + run) == column(k) + run;) ++run;
                write_rows(base + (k - j) * kTileRow, (end - j) * kTileRow, live < 32 ? live : 32,
                           column(k) * kTileRow, run * kTileRow);
            }
        }
    }
    void write_rows(uint32_t from, uint32_t pitch, uint32_t rows, uint32_t offset,
                    uint32_t bytes) const {
        const uint32_t token = work_.expert(at_.item) * tokens_ + 32 * (first_row_ + row_);
        // Cores that write parts of the same rows do not all begin at the same bank.
        uint32_t i = work_.index * kApart % rows;
        for (uint32_t count = 0; count < rows; ++count) {
            noc_async_write(from + i * pitch, out_.get_noc_addr(token + i, offset), bytes);
            if (++i == rows) i = 0;
        }
    }
    void zero_rows() const {
        const uint32_t count = at_.width, token = work_.expert(at_.item) * tokens_;
        for (uint32_t i = plan_.zeros_from(at_.item); i < tokens_; ++i)
            for (uint32_t j = 0; j < count; ++j)
                noc_async_write(zero_, out_.get_noc_addr(token + i, column(j) * kTileRow),
                                kTileRow);
    }

    static constexpr uint32_t kTileRow = 64;  // bytes of a row of a tile
    static constexpr uint32_t kApart = 5;

    const MoverWork& work_;
    const Plan& plan_;
    const Order& order_;
    const TensorAccessor<tensor_accessor::SpecOf<Args>> out_{
        Args(), get_common_arg_val<uint32_t>(19), get_common_arg_val<uint32_t>(20)};
    const uint32_t tokens_ = room_for_tokens();
    const bool zeros_ = get_common_arg_val<uint32_t>(21) != 0;
    const uint32_t bytes_ = page_bytes(kOut), zero_ = get_write_ptr(tt::CBIndex::c_5);
    Strip at_{work_};
    uint32_t row_ = 0, live_ = 0, first_row_ = 0;
    uint16_t columns_[kMostWidth];
};
