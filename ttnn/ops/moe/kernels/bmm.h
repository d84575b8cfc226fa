// What a core has of the products of experts: the first common arguments of all three kernels, and
// of its own ones the number of its group and its place there. Extents are in tiles. Where cores
// have banks, several may have the same one: those are `banks` places apart.
#pragma once

inline constexpr uint32_t kDst = 4;  // tiles of 32 bits, half of Dst

struct Work {
    const uint32_t experts = get_common_arg_val<uint32_t>(0);
    const uint32_t inner = get_common_arg_val<uint32_t>(1);
    const uint32_t columns = get_common_arg_val<uint32_t>(2);
    const uint32_t parts = get_common_arg_val<uint32_t>(3);  // items of an expert
    const uint32_t part_columns = get_common_arg_val<uint32_t>(4);
    const uint32_t core_columns = get_common_arg_val<uint32_t>(5);
    const uint32_t width = get_common_arg_val<uint32_t>(6);  // columns of a strip
    const uint32_t steps = get_common_arg_val<uint32_t>(7);  // of the inner dimension in a block
    const uint32_t groups = get_common_arg_val<uint32_t>(8);
    const uint32_t factors = get_common_arg_val<uint32_t>(9);  // matrices: 2 are gate and up
    const bool resident =
        get_common_arg_val<uint32_t>(10) != 0;  // strips stay for all rows; 2: many
    const bool in_rows = get_common_arg_val<uint32_t>(11) != 0;  // the result, else in tiles
    const uint32_t banks = get_common_arg_val<uint32_t>(12);  // 0: columns are dealt in their order
    const uint32_t unit = get_common_arg_val<uint32_t>(13);   // columns that lie in one bank
    const uint32_t run = get_common_arg_val<uint32_t>(14);    // of a bank, to the next row of tiles
    const uint32_t share = get_common_arg_val<uint32_t>(15);  // of a run, for each core of a bank
    const uint32_t group = get_arg_val<uint32_t>(0), index = get_arg_val<uint32_t>(1);

    const uint32_t blocks = inner / steps;
    const uint32_t passes = (core_columns + width - 1) / width;  // strips of an item
    const uint32_t items = (experts * parts + groups - 1 - group) / groups;
    // With many rows sums of gates go first and wait for the others; else both are made together.
    const bool gates_first = factors > 1 && get_common_arg_val<uint32_t>(10) == 2;
    const uint32_t chunk = gates_first ? kDst : kDst / factors;  // columns of the result in Dst
    const uint32_t pitch = width * factors;                      // tiles of a strip for one step

    uint32_t expert(uint32_t item) const { return (group + item * groups) / parts; }
    // Units of all experts go round the banks: the first one of an expert in the bank of this core.
    uint32_t first_unit(uint32_t expert) const {
        return (index % banks + banks - expert * (columns / unit) % banks) % banks;
    }
    // At a place among the columns that a core has of its bank.
    uint32_t bank_column(uint32_t expert, uint32_t place) const {
        const uint32_t i = place / share * run + index / banks * share + place % share;
        return (first_unit(expert) + i / unit * banks) * unit + i % unit;
    }
    // Of a strip; a core at the edge may have none.
    uint32_t column(uint32_t item, uint32_t pass) const {
        if (banks != 0) return pass * width;
        return (group + item * groups) % parts * part_columns + index * core_columns + pass * width;
    }
    uint32_t width_of(uint32_t item, uint32_t pass) const {
        if (banks != 0) {
            const uint32_t begin = pass * width, units = columns / unit;
            const uint32_t first = first_unit(expert(item));
            const uint32_t all = first >= units ? 0 : ((units - 1 - first) / banks + 1) * unit;
            const uint32_t end = all / run * share;
            return begin >= end ? 0 : end - begin < width ? end - begin : width;
        }
        const uint32_t part = (group + item * groups) % parts * part_columns;
        const uint32_t core_end = (index + 1) * core_columns;
        uint32_t end = part + (core_end < part_columns ? core_end : part_columns);
        if (end > columns) end = columns;
        const uint32_t begin = column(item, pass);
        return begin >= end ? 0 : end - begin < width ? end - begin : width;
    }
};

// All strips of a core in their order.
struct Strip {
    const Work& work;
    uint32_t item = 0, pass = 0, width = 0;

    explicit Strip(const Work& work) : work(work) { look(); }
    bool end() const { return item == work.items; }
    void restart() {
        item = pass = 0;
        look();
    }
    void next() {
        if (++pass == work.passes) {
            pass = 0;
            ++item;
        }
        look();
    }

 private:
    void look() {
        if (!end()) width = work.width_of(item, pass);
    }
};

// Movers are also told how many rows an expert has room for.
struct MoverWork : Work {
    const uint32_t rows = get_common_arg_val<uint32_t>(16);
};

constexpr uint32_t tile_rows(uint32_t count) {
    return (count + 31) / 32;
}

// Pages of the plan have three words for each item: the tokens that this core's group has of it,
// the row of tiles with the first of them, and the token that zeros begin with. Three times as many
// bytes as items: the words of one kind stand behind each other.
