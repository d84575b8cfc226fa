// The lists of all experts here at once: every core searches some tokens, tells all others how many
// each expert gets of them, and writes its parts of the lists behind those of the cores before it.
// Choices come in tiles; a unit are 16 tokens, of which the rows of a face follow each other.
#include "../../../kernels/local_copy.h"
#include "api/dataflow/dataflow_api.h"

namespace {

constexpr uint32_t kUnit = 16, kFace = 256;  // tokens; numbers
constexpr uint32_t kMostHere = 256;          // experts, routing.cpp
constexpr uint32_t kNobody = 0xffff;
constexpr uint32_t kMostPadding = 256;  // routing.cpp

using Selected = TensorAccessorArgs<0>;
using Weights = TensorAccessorArgs<Selected::next_compile_time_args_offset()>;
using Counts = TensorAccessorArgs<Weights::next_compile_time_args_offset()>;
using Tokens = TensorAccessorArgs<Counts::next_compile_time_args_offset()>;
using Shares = TensorAccessorArgs<Tokens::next_compile_time_args_offset()>;
using Map = TensorAccessorArgs<Shares::next_compile_time_args_offset()>;
using Mapping = TensorAccessorArgs<Map::next_compile_time_args_offset()>;  // one page

uint32_t word(uint32_t i) {
    return get_common_arg_val<uint32_t>(i);
}
template <typename Args>
auto tensor(uint32_t i) {
    return TensorAccessor(Args(), word(2 * i), word(2 * i + 1));
}

struct Work {
    const uint32_t tokens = word(13), chosen = word(14), width = word(15), here = word(16);
    const uint32_t weight_bytes = word(17), experts = word(18), cores = word(19);
    const uint32_t first = get_arg_val<uint32_t>(0), units = get_arg_val<uint32_t>(1);
    const uint32_t index = get_arg_val<uint32_t>(2);

    const uint32_t faces = chosen > 16 ? 2 : 1;  // side by side
    const uint32_t slot = (4 * here + 15) & ~15u;
    // Core i, as x and y.
    uint64_t at_core(uint32_t i, uint32_t address) const {
        const uint32_t place = word(20 + i);
        return get_noc_addr(place >> 16, place & 0xffff, address);
    }
};

// Of every number of an expert its place here, or nobody.
class Places {
 public:
    explicit Places(const Work& work) : work_(work) {
        noc_async_read(TensorAccessor(Mapping(), word(12), work.here * 4).get_noc_addr(0), mapping_,
                       work.here * 4);
        fill(table_, 2 * work.experts, ~0u);
    }
    void set() const {
        for (uint32_t e = 0; e < work_.here; ++e)
            at<uint16_t>(table_ + 2 * at<uint32_t>(mapping_ + 4 * e)) = e;
    }
    uint32_t operator[](uint32_t expert) const { return at<uint16_t>(table_ + 2 * expert); }

 private:
    const Work& work_;
    const uint32_t mapping_ = get_write_ptr(tt::CBIndex::c_2);
    const uint32_t table_ = get_write_ptr(tt::CBIndex::c_3);
};

// What this core has of the choices, and those of them that are for experts here.
class Search {
 public:
    explicit Search(const Work& work) : work_(work) {
        const auto selected = tensor<Selected>(0);
        const auto weights = tensor<Weights>(1);
        for (uint32_t unit = 0; unit < work.units; ++unit)
            for (uint32_t face = 0; face < work.faces; ++face) {
                const uint32_t page = (work.first + unit) / 2;
                const uint32_t from = ((work.first + unit) % 2 * 2 + face) * kFace;
                const uint32_t to = (unit * work.faces + face) * kFace;
                noc_async_read(selected.get_noc_addr(page, 4 * from), selected_ + 4 * to,
                               4 * kFace);
                noc_async_read(weights.get_noc_addr(page, work.weight_bytes * from),
                               weights_ + work.weight_bytes * to, work.weight_bytes * kFace);
            }
    }

    void find(const Places& places, uint32_t* counts) {
        const uint32_t first = work_.first * kUnit, left = work_.tokens - first;
        const uint32_t most = work_.units * kUnit, count = left < most ? left : most;
        const uint32_t near = work_.chosen < kUnit ? work_.chosen : kUnit;
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t row = (i / kUnit * work_.faces * kUnit + i % kUnit) * kUnit;
            some(first + i, row, near, places, counts);
            if (work_.faces > 1) some(first + i, row + kFace, work_.chosen - near, places, counts);
        }
    }

    uint32_t size() const { return found_; }
    uint32_t token(uint32_t i) const { return at<uint32_t>(matches_ + 8 * i); }
    uint32_t expert_and_weight(uint32_t i) const { return at<uint32_t>(matches_ + 8 * i + 4); }

 private:
    // Four are looked at together, as loads take their time.
    void some(uint32_t token, uint32_t from, uint32_t count, const Places& places,
              uint32_t* counts) {
        uint32_t k = 0;
        for (; k + 4 <= count; k += 4) {
            const uint32_t list = selected_ + 4 * (from + k);
            const uint32_t a = at<uint32_t>(list), b = at<uint32_t>(list + 4);
            const uint32_t c = at<uint32_t>(list + 8), d = at<uint32_t>(list + 12);
            const uint32_t e = places[a], f = places[b], g = places[c], h = places[d];
            if ((e & f & g & h) == kNobody) continue;
            add(token, e, from + k, counts);
            add(token, f, from + k + 1, counts);
            add(token, g, from + k + 2, counts);
            add(token, h, from + k + 3, counts);
        }
        for (; k < count; ++k)
            add(token, places[at<uint32_t>(selected_ + 4 * (from + k))], from + k, counts);
    }
    void add(uint32_t token, uint32_t expert, uint32_t place, uint32_t* counts) {
        if (expert == kNobody) return;
        ++counts[expert];
        at<uint32_t>(matches_ + 8 * found_) = token;
        at<uint32_t>(matches_ + 8 * found_ + 4) = expert << 16 | weight(place);
        ++found_;
    }
    // Rounded to the nearest.
    uint32_t weight(uint32_t i) const {
        if (work_.weight_bytes == 2) return at<uint16_t>(weights_ + 2 * i);
        const uint32_t bits = at<uint32_t>(weights_ + 4 * i);
        return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    }

    const Work& work_;
    const uint32_t selected_ = get_write_ptr(tt::CBIndex::c_0);
    const uint32_t weights_ = get_write_ptr(tt::CBIndex::c_1);
    const uint32_t matches_ = get_write_ptr(tt::CBIndex::c_4);
    uint32_t found_ = 0;
};

// How many tokens all cores have found for each expert, and the weight of the first of them.
class Table {
 public:
    explicit Table(const Work& work) : work_(work) {}

    void exchange(const uint32_t* counts, const Search& search) const {
        const uint32_t own = row(work_.index);
        for (uint32_t e = 0; e < work_.here; ++e) at<uint32_t>(own + 4 * e) = counts[e];
        for (uint32_t i = search.size(); i-- > 0;) {
            const uint32_t other = search.expert_and_weight(i);
            at<uint32_t>(own + 4 * (other >> 16)) = counts[other >> 16] | other << 16;
        }
        settle(own + 4 * (work_.here - 1));
        for (uint32_t i = 0; i < work_.cores; ++i)
            if (i != work_.index) noc_async_write(own, work_.at_core(i, own), 4 * work_.here);
        noc_async_write_barrier();
        const uint32_t heard = get_semaphore(0);
        for (uint32_t i = 0; i < work_.cores; ++i)
            if (i != work_.index) noc_semaphore_inc(work_.at_core(i, heard), 1);
        noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(heard), work_.cores - 1);
    }
    // Of cores from `begin` to `end`.
    uint32_t sum(uint32_t expert, uint32_t begin, uint32_t end) const {
        uint32_t all = 0, i = begin;
        for (; i + 4 <= end; i += 4) {
            const uint32_t a = at<uint32_t>(row(i) + 4 * expert);
            const uint32_t b = at<uint32_t>(row(i + 1) + 4 * expert);
            const uint32_t c = at<uint32_t>(row(i + 2) + 4 * expert);
            const uint32_t d = at<uint32_t>(row(i + 3) + 4 * expert);
            all += (a & 0xffff) + (b & 0xffff) + (c & 0xffff) + (d & 0xffff);
        }
        for (; i < end; ++i) all += at<uint32_t>(row(i) + 4 * expert) & 0xffff;
        return all;
    }
    // The first one that a core behind this one has found, or 0.
    uint32_t next_weight(uint32_t expert) const {
        for (uint32_t i = work_.index + 1; i < work_.cores; ++i)
            if (const uint32_t found = at<uint32_t>(row(i) + 4 * expert); found != 0)
                return found >> 16;
        return 0;
    }

 private:
    uint32_t row(uint32_t core) const { return table_ + core * work_.slot; }

    const Work& work_;
    const uint32_t table_ = get_write_ptr(tt::CBIndex::c_5);
};

// Parts of lists in memory begin where their place in the whole list has them, modulo 16 bytes. Two
// weights share a word: the core that has the first of them writes both.
class Parts {
 public:
    explicit Parts(const Work& work) : work_(work) {
        fill(none_, 4 * padding_, ~0u);
        fill(none_ + 4 * padding_, 2 * padding_, 0);
        settle(none_ + 6 * padding_ - 4);
    }

    // In memory, where those of expert e end in place[e] then.
    void sort(const Search& search, const uint32_t* counts, const uint32_t* before,
              uint32_t* place) const {
        uint32_t end = 0;
        for (uint32_t e = 0; e < work_.here; ++e) {
            place[e] = ((end + 7) & ~7u) + (before[e] & 7);
            end = place[e] + counts[e];
        }
        uint32_t to = 0;
        for (uint32_t i = 0; i < search.size(); ++i) {
            const uint32_t token = search.token(i), other = search.expert_and_weight(i);
            to = place[other >> 16]++;
            at<uint32_t>(tokens_ + 4 * to) = token;
            at<uint16_t>(shares_ + 2 * to) = other;
        }
        if (search.size() != 0) settle(tokens_ + 4 * to);
        if (search.size() != 0) settle(shares_ + 2 * to);
    }
    // The part of an expert, and what this core has to write behind all `total` of them.
    void write(uint32_t expert, uint32_t before, uint32_t end, uint32_t count, uint32_t total,
               const Table& table) const {
        const Lists lists{to_tokens_.get_noc_addr(expert), to_map_.get_noc_addr(expert),
                          to_shares_.get_noc_addr(expert)};
        const uint32_t skipped = before & 1, added = (before + count) & 1;
        if (count != 0 && added != 0) {
            at<uint16_t>(shares_ + 2 * end) = table.next_weight(expert);
            settle(shares_ + 2 * end);
        }
        lists.write_tokens(before, tokens_ + 4 * (end - count), count);
        if (count != 0)
            lists.write_shares(before + skipped, shares_ + 2 * (end - count + skipped),
                               count - skipped + added);
        pad(lists, total);
    }

 private:
    struct Lists {
        uint64_t tokens, map, shares;

        void write_tokens(uint32_t at, uint32_t from, uint32_t count) const {
            if (count == 0) return;
            noc_async_write(from, tokens + 4 * at, 4 * count);
            noc_async_write(from, map + 4 * at, 4 * count);
        }
        void write_shares(uint32_t at, uint32_t from, uint32_t count) const {
            if (count != 0) noc_async_write(from, shares + 2 * at, 2 * count);
        }
    };

    void pad(const Lists& lists, uint32_t count) const {
        uint32_t begin = work_.index * share_, end = begin + share_;
        if (end > work_.width) end = work_.width;
        if (begin < count) begin = count;
        while (begin < end) {
            const uint32_t skip = begin & 7, most = padding_ - skip;
            const uint32_t now = end - begin < most ? end - begin : most;
            const uint32_t odd = begin & 1;  // written with the last weight
            lists.write_tokens(begin, none_ + 4 * skip, now);
            lists.write_shares(begin + odd, none_ + 4 * padding_ + 2 * (skip + odd), now - odd);
            begin += now;
        }
    }

    const Work& work_;
    // Of a list behind its end, and how much of that is written at a time.
    const uint32_t share_ = ((work_.width + work_.cores - 1) / work_.cores + 7) & ~7u;
    const uint32_t padding_ = share_ + 8 < kMostPadding ? share_ + 8 : kMostPadding;
    const uint32_t tokens_ = get_write_ptr(tt::CBIndex::c_6);
    const uint32_t shares_ = get_write_ptr(tt::CBIndex::c_7);
    const uint32_t none_ = get_write_ptr(tt::CBIndex::c_8);
    const TensorAccessor<tensor_accessor::SpecOf<Tokens>> to_tokens_{Tokens(), word(6), word(7)};
    const TensorAccessor<tensor_accessor::SpecOf<Shares>> to_shares_{Shares(), word(8), word(9)};
    const TensorAccessor<tensor_accessor::SpecOf<Map>> to_map_{Map(), word(10), word(11)};
};

}  // namespace

void kernel_main() {
    const Work work;
    Search search(work);
    const Places places(work);
    const Parts parts(work);
    uint32_t counts[kMostHere] = {}, before[kMostHere], end[kMostHere];
    noc_async_read_barrier();
    places.set();
    search.find(places, counts);
    const Table table(work);
    table.exchange(counts, search);
    for (uint32_t e = 0; e < work.here; ++e) before[e] = table.sum(e, 0, work.index);
    parts.sort(search, counts, before, end);
    const uint32_t number = get_write_ptr(tt::CBIndex::c_9);
    for (uint32_t e = 0; e < work.here; ++e) {
        const uint32_t count = before[e] + table.sum(e, work.index, work.cores);
        parts.write(e, before[e], end[e], counts[e], count, table);
        if (e % work.cores != work.index) continue;
        at<uint32_t>(number + 16 * (e / work.cores)) = count;
        settle(number + 16 * (e / work.cores));
        noc_async_write(number + 16 * (e / work.cores), tensor<Counts>(2).get_noc_addr(e), 4);
    }
    noc_async_write_barrier();
    noc_async_atomic_barrier();
}
