// Command line and sampling.
#include "choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <stdexcept>

namespace ironbird::accuracy {
namespace {

using Taker = std::function<void(Choice&, const std::string&)>;

std::uint64_t whole(const std::string& text) {
    std::size_t used = 0;
    const std::uint64_t n = std::stoull(text, &used);
    if (used != text.size()) throw std::invalid_argument(text + " is not a whole number");
    return n;
}

void set_data(Choice& c, const std::string& v) {
    if (v != "none" && v != "all") throw std::invalid_argument("--data is all or none, not " + v);
    c.data = v == "all";
}

void add_set(Choice& c, const std::string& v) {
    const auto known = sets();
    if (std::ranges::none_of(known, [&](const Set& s) { return s.name == v; }))
        throw std::invalid_argument("there is no set " + v);
    c.sets.push_back(v);
}

const std::map<std::string, Taker>& with_value() {
    static const std::map<std::string, Taker> kTakers = {
        {"--chip", [](Choice& c, const std::string& v) { c.chip = v; }},
        {"--data", set_data},
        {"--file", [](Choice& c, const std::string& v) { c.table = v; }},
        {"--only", [](Choice& c, const std::string& v) { c.only.push_back(v); }},
        {"--results", [](Choice& c, const std::string& v) { c.results_file = v; }},
        {"--rows", [](Choice& c, const std::string& v) { c.rows_file = v; }},
        {"--sample", [](Choice& c, const std::string& v) { c.sample = whole(v); }},
        {"--seed", [](Choice& c, const std::string& v) { c.seed = whole(v); }},
        {"--set", add_set},
    };
    return kTakers;
}

bool named(const Row& row, const std::vector<std::string>& parts) {
    return parts.empty() || std::ranges::any_of(parts, [&](const std::string& p) {
               return row.name.find(p) != std::string::npos;
           });
}

std::vector<Row> drawn(std::vector<Row> rows, std::size_t count, std::uint64_t seed) {
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), 0);
    std::mt19937_64 random(seed);
    for (std::size_t i = order.size(); i > 1; i--) std::swap(order[i - 1], order[random() % i]);
    order.resize(count);
    std::ranges::sort(order);
    std::vector<Row> sample;
    for (const std::size_t i : order) sample.push_back(std::move(rows[i]));
    return sample;
}

}  // namespace

bool Choice::wants(std::string_view set) const {
    return sets.empty() || std::ranges::find(sets, set) != sets.end();
}

Choice parse(int argc, char** argv) {
    Choice c;
    for (int i = 1; i < argc; i++) {
        const std::string word = argv[i];
        if (word == "--json") {
            c.json = true;
        } else if (word == "--markdown") {
            c.markdown = true;
        } else if (word == "--sweeps") {
            c.sweeps = true;
        } else if (const auto at = with_value().find(word); at != with_value().end()) {
            if (i + 1 == argc) throw std::invalid_argument(word + " needs a value");
            at->second(c, argv[++i]);
        } else {
            throw std::invalid_argument("unknown option " + word);
        }
    }
    if (!c.table.empty() && c.sets.size() != 1)
        throw std::invalid_argument("--file takes the rows of one set: name it with --set");
    use_table(c.table);
    return c;
}

std::vector<Row> chosen_rows(const Set& set, const Choice& choice) {
    std::vector<Row> rows = set.rows();
    std::erase_if(rows,
                  [&](const Row& r) { return !named(r, choice.only) || !r.left_out.empty(); });
    if (choice.sample == 0 || choice.sample >= rows.size()) return rows;
    return drawn(std::move(rows), choice.sample, choice.seed);
}

std::map<std::string, std::size_t> left_out_rows(const Set& set, const Choice& choice) {
    std::map<std::string, std::size_t> reasons;
    for (const Row& r : set.rows())
        if (named(r, choice.only) && !r.left_out.empty()) reasons[r.left_out]++;
    return reasons;
}

}  // namespace ironbird::accuracy
