// A call is one program, queued one behind the other; its time is from end to end.
#include "chip/rates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "cases.hpp"
#include "chip/columns.hpp"
#include "chip/vocabularies.hpp"
#include "error.hpp"
#include "pipeline.hpp"

namespace piper::chip {
namespace {

constexpr std::uint32_t kRange = 5000;  // of the ids among the cases

struct NamedLimits {
    std::string_view product;
    Limits limits;
};
// The vendor's figures; PCIe 4.0 x16, on Blackhole 5.0 x16, in one direction.
constexpr NamedLimits kLimits[] = {
    {"e75", {102.4, 32}}, {"e150", {118.4, 32}}, {"n150", {288, 32}},
    {"n300", {288, 32}},  {"p100a", {448, 64}},  {"p150", {512, 64}},
};

// Programs run ahead of the host in the queue, so that the time between two ends is what a call
// takes when many follow each other.
double seconds_of(Chip& chip, const std::function<void()>& call) {
    constexpr int calls = 3;
    call();
    const double before = chip.finish().last_end;
    for (int i = 0; i < calls; ++i) call();
    return (chip.finish().last_end - before) / calls;
}

double bytes_of(const Tensor& tensor) {
    return static_cast<double>(tensor.buffer()->size());
}

// Where DRAM is not what is waited for, the time without the vector unit's work says whether that
// is; else it is the code of the data-movement processors.
std::string binding_of(const Rate& rate, double without_vectors) {
    if (rate.link_seconds > rate.program_seconds) return "host link";
    if (rate.program_seconds < 1.4 * rate.dram_seconds) return "DRAM";
    return without_vectors < 0.9 * rate.program_seconds ? "vector unit" : "data-movement code";
}

class Bench {
 public:
    Bench(Chip& chip, const Limits& limits) : chip_(chip), limits_(limits) {}

    Rate lanes(const std::string& name, std::span<const Operator> operators, const Column& input,
               bool fused) {
        Columns up = upload_one(input);
        Rate rate{.name = name, .bytes_in = bytes_of(up.words), .bytes_out = bytes_of(up.words)};
        double without = 0;
        for (const auto& part : parts(operators, fused)) {
            for (LaneProgram program :
                 lane_programs(part, up.type, up.flags.has_value(), chip_.wide_dst())) {
                const double whole = seconds_of(chip_, [&] { run_program(chip_, program, up); });
                rate.program_seconds += whole;
                rate.dram_seconds += dram_seconds(2 * bytes_of(up.words));
                const bool vectors = !program.tile.empty();
                program.tile = ";";
                without +=
                    vectors ? seconds_of(chip_, [&] { run_program(chip_, program, up); }) : whole;
            }
            run_lanes(chip_, part, up);
        }
        return finished(rate, without);
    }

    Rate hex(const Case& c) {
        const Columns up = upload_one(c.input);
        Rate rate{.name = c.name,
                  .bytes_in = bytes_of(up.words),
                  .bytes_out = static_cast<double>(up.rows) * 4};
        rate.program_seconds = seconds_of(chip_, [&] {
            Columns work = up;
            hex_to_int(chip_, work);
        });
        rate.dram_seconds = dram_seconds(rate.bytes_in + rate.bytes_out * 33 / 32);
        return finished(rate, rate.program_seconds);
    }

    Rate generate(const Case& c, std::uint32_t range) {
        const Columns up = upload_one(c.input);
        Rate rate{.name = c.name, .bytes_in = bytes_of(up.words)};
        rate.program_seconds = seconds_of(chip_, [&] { list_values(chip_, up, range); });
        Vocabulary seen(range);
        Vocabulary* const all[] = {&seen};
        const std::uint64_t before = chip_.finish().bytes_down;
        chip::generate(chip_, up, range, 0, all);
        rate.bytes_out = static_cast<double>(chip_.finish().bytes_down - before);
        rate.dram_seconds = dram_seconds(rate.bytes_in + rate.bytes_out);
        return finished(rate, rate.program_seconds);
    }

    Rate mapped(const Case& c, std::uint32_t range, const std::string& name) {
        Column input = c.input;
        for (std::uint32_t& word : input.words) word *= range / kRange;
        const Columns up = upload_one(input);
        Vocabulary seen(range);
        seen.add(input.words, 0);
        const Vocabulary* const all[] = {&seen};
        const IdTables tables = make_tables(chip_, range, all, {seen.size()});
        Rate rate{.name = name, .bytes_in = bytes_of(up.words), .bytes_out = bytes_of(up.words)};
        rate.program_seconds = seconds_of(chip_, [&] {
            Columns work = up;
            map(chip_, tables, work);
        });
        rate.dram_seconds = dram_seconds(2 * bytes_of(up.words));
        return finished(rate, rate.program_seconds);
    }

    Rate embedding(const Case& c) {
        const Columns up = upload_one(c.input);
        Tables tables;
        Rate rate{.name = c.name, .bytes_in = bytes_of(up.words)};
        rate.program_seconds = seconds_of(chip_, [&] { tables.rows(chip_, c.op, up); });
        rate.bytes_out = static_cast<double>(up.rows) * c.op.value(1) * 4;
        rate.dram_seconds = dram_seconds(rate.bytes_in + 2 * rate.bytes_out);
        return finished(rate, rate.program_seconds);
    }

 private:
    Columns upload_one(const Column& input) {
        Column column = input;
        Column* const one[] = {&column};
        return upload(chip_, one, !column.missing.empty());
    }
    static std::vector<std::vector<Operator>> parts(std::span<const Operator> all, bool fused) {
        if (fused) return {{all.begin(), all.end()}};
        std::vector<std::vector<Operator>> each;
        for (const Operator& op : all) each.push_back({op});
        return each;
    }
    double dram_seconds(double bytes) const { return bytes / 1e9 / limits_.dram_gbs; }
    Rate finished(Rate rate, double without_vectors) const {
        rate.link_seconds = (rate.bytes_in + rate.bytes_out) / 1e9 / limits_.link_gbs;
        rate.binding = binding_of(rate, without_vectors);
        return rate;
    }

    Chip& chip_;
    Limits limits_;
};

// What P-I does to its dense columns.
std::vector<Operator> dense_operators() {
    return {FillMissing(0), Neg2Zero(), Logarithm(1)};
}

}  // namespace

Limits limits_of(std::string_view product) {
    const auto* found = std::ranges::find(kLimits, product, &NamedLimits::product);
    if (found == std::end(kLimits))
        throw Error(Exit::could_not_start, fmt::format("no board is called {}", product),
                    "boards: e75, e150, n150, n300, p100a, p150");
    return found->limits;
}

std::vector<Rate> rates_of(Chip& chip, const Limits& limits, std::size_t elements,
                           std::size_t ids) {
    Bench bench(chip, limits);
    std::vector<Rate> rates;
    for (const Case& c : cases_of(elements, ids)) {
        if (c.op.row->kind == Kind::lane)
            rates.push_back(bench.lanes(c.name, {&c.op, 1}, c.input, true));
        else if (c.name == "Hex2Int")
            rates.push_back(bench.hex(c));
        else if (c.name == "EmbeddingLookup")
            rates.push_back(bench.embedding(c));
        else {
            Case many = c;
            many.input = cases_of(elements, elements)[4].input;
            rates.push_back(bench.generate(many, kRange));
            rates.push_back(bench.mapped(many, kRange, "VocabMap"));
            rates.push_back(bench.mapped(many, 1'000'000, "VocabMap, table in DRAM"));
        }
    }
    Column dense = cases_of(elements, 1)[1].input;
    dense.type = Type::i32;
    for (std::size_t i = 0; i < elements; ++i) dense.missing.push_back(i % 20 == 0);
    rates.push_back(
        bench.lanes("FillMissing | Neg2Zero | Logarithm", dense_operators(), dense, true));
    rates.push_back(bench.lanes("the same, unfused", dense_operators(), dense, false));
    return rates;
}

}  // namespace piper::chip
