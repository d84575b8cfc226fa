// How the elements of a tensor are put together from boxes of others, as the host's Remap lays it
// out: chunks of pages that are written, loops over their elements, sources, boxes.
#pragma once

#include <cstdint>

#include "api/dataflow/dataflow_api.h"

constexpr uint32_t kFill = ~0u;           // in place of a source
constexpr uint32_t kMaxLoops = 16;        // the host merges loops, fewer are left as a rule
constexpr uint32_t kScratchBytes = 4096;  // of which as many as a piece needs are read at a time

inline uint32_t common(uint32_t i) {
    return get_common_arg_val<uint32_t>(i);
}

// Part of a page that fits a slot of the circular buffer.
struct Chunk {
    uint32_t first, elements;  // in the order of the tensor's elements
    uint32_t padding;          // elements behind them that the page has and the tensor has not
};

// Common arguments 1 to 5, which readers and writers share.
struct Chunks {
    const uint32_t page = common(1);      // elements of a page
    const uint32_t size = common(2);      // of a chunk
    const uint32_t per_page = common(3);  // chunks

    static uint32_t slot_bytes() { return common(4); }
    static uint32_t batch() { return common(5); }

    uint32_t page_of(uint32_t unit) const { return per_page == 1 ? unit : unit / per_page; }
    uint32_t begin(uint32_t unit) const { return per_page == 1 ? 0 : unit % per_page * size; }
    // Elements of this part of a page.
    uint32_t elements(uint32_t unit) const {
        const uint32_t left = page - begin(unit);
        return left < size ? left : size;
    }
};

// A core's units, from somewhere among them on and round to there.
struct Units {
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const uint32_t start = get_arg_val<uint32_t>(2);

    uint32_t operator[](uint32_t i) const {
        const uint32_t at = start + i;
        return first + (at < count ? at : at - count);
    }
};

// Rows that consist of pages: common arguments 6 and 7 beside those.
struct RowChunks : Chunks {
    const uint32_t row = common(6);     // elements of a row of the tensor
    const uint32_t across = common(7);  // pages of a row

    Chunk chunk(uint32_t unit) const {
        const uint32_t at = page_of(unit), length = elements(unit);
        const uint32_t line = across == 1 ? at : at / across;
        const uint32_t column = (at - line * across) * page + begin(unit);
        const uint32_t inside = column < row ? row - column : 0;
        const uint32_t count = inside < length ? inside : length;
        return {line * row + column, count, length - count};
    }
};

// Where an element lies, and how many from it on lie in the same page.
struct Place {
    uint32_t page, offset, left;
};

struct Source {
    uint32_t address, page_bytes, row, page, across;

    Place place(uint32_t element) const {
        const uint32_t line = row == 1 ? element : element / row;
        const uint32_t column = element - line * row;
        if (across == 1) return {line, column, row - column};
        const uint32_t in_row = column / page, offset = column - in_row * page;
        const uint32_t to_page_end = page - offset, to_row_end = row - column;
        return {line * across + in_row, offset,
                to_page_end < to_row_end ? to_page_end : to_row_end};
    }
};

// Elements that follow each other in the result and, so many apart, in a source.
struct Run {
    uint32_t source, first, stride, count;
};

// Common arguments 0 and from 8 on: the extents of the loops, sources, boxes, and last the words of
// the sources' accessor.
struct Boxes {
    static uint32_t count() { return common(0); }
    static uint32_t element_bytes() { return common(8); }
    static uint32_t fill() { return common(9); }
    static uint32_t loops() { return common(10); }
    static uint32_t extent(uint32_t d) { return common(kTable + d); }
    static Source source(uint32_t i) {
        const uint32_t at = kTable + loops() + 5 * i;
        return {common(at), common(at + 1), common(at + 2), common(at + 3), common(at + 4)};
    }
    // Source, element for the position 0, then begin, end and stride of each loop.
    static uint32_t box(uint32_t i) { return common(11) + i * (2 + 3 * loops()); }
    static uint32_t accessor() { return box(count()); }

 private:
    static constexpr uint32_t kTable = 12;
};

// Loops over the elements of the result, innermost first.
class BoxWalk {
 public:
    void seek(uint32_t position) {
        if (position == position_) return;
        position_ = position;
        for (uint32_t d = 0; d < loops_; ++d) {
            const uint32_t extent = Boxes::extent(d), next = position / extent;
            at_[d] = position - next * extent;
            position = next;
        }
    }

    Run run() {
        if (box_ == 0 || !covers(box_)) box_ = find();
        if (box_ == 0) return {kFill, 0, 0, until_box()};
        uint32_t first = common(box_ + 1);
        for (uint32_t d = 0; d < loops_; ++d) first += at_[d] * common(box_ + 4 + 3 * d);
        return {common(box_), first, common(box_ + 4), common(box_ + 3) - at_[0]};
    }

    // Not beyond the end of the innermost loop.
    void advance(uint32_t count) {
        position_ += count;
        at_[0] += count;
        for (uint32_t d = 0; d + 1 < loops_ && at_[d] == Boxes::extent(d); ++d) {
            at_[d] = 0;
            ++at_[d + 1];
        }
    }

 private:
    bool covers(uint32_t box, uint32_t from = 0) const {
        for (uint32_t d = from; d < loops_; ++d)
            if (at_[d] < common(box + 2 + 3 * d) || at_[d] >= common(box + 3 + 3 * d)) return false;
        return true;
    }

    uint32_t find() const {
        for (uint32_t i = 0; i < boxes_; ++i)
            if (covers(Boxes::box(i))) return Boxes::box(i);
        return 0;
    }

    uint32_t until_box() const {
        uint32_t count = Boxes::extent(0) - at_[0];
        for (uint32_t i = 0; i < boxes_; ++i) {
            const uint32_t box = Boxes::box(i), begin = common(box + 2);
            if (begin > at_[0] && begin - at_[0] < count && covers(box, 1)) count = begin - at_[0];
        }
        return count;
    }

    const uint32_t loops_ = Boxes::loops(), boxes_ = Boxes::count();
    uint32_t at_[kMaxLoops] = {};
    uint32_t position_ = 0, box_ = 0;
};
