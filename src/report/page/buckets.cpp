// The coarsest history decides, or the number of times at which anything moved.
#include "report/page/buckets.hpp"

#include <algorithm>

namespace ironbird::report {
namespace {

std::vector<noc::History*> histories_of(noc::Usage& usage) {
    std::vector<noc::History*> all;
    for (noc::LinkUse& l : usage.links) all.push_back(&l.over);
    for (noc::BankUse& b : usage.banks) all.push_back(&b.over);
    return all;
}

std::vector<std::uint64_t> indices_of(const std::vector<noc::History*>& all) {
    std::vector<std::uint64_t> indices;
    for (const noc::History* h : all)
        for (const noc::History::Cell& c : h->cells()) indices.push_back(c.index);
    std::sort(indices.begin(), indices.end());
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    return indices;
}

Buckets::Row row_of(const noc::History& history, const std::vector<std::uint64_t>& indices) {
    Buckets::Row row;
    for (const noc::History::Cell& c : history.cells()) {
        const auto at = std::lower_bound(indices.begin(), indices.end(), c.index);
        row.emplace_back(static_cast<std::uint32_t>(at - indices.begin()), c.bytes);
    }
    return row;
}

}  // namespace

Buckets buckets_of(noc::Usage usage, std::size_t most) {
    const std::vector<noc::History*> all = histories_of(usage);
    std::uint32_t shift = noc::History::kFinest;
    for (const noc::History* h : all) shift = std::max(shift, h->shift());
    Buckets buckets;
    for (;; shift++) {
        for (noc::History* h : all)
            while (h->shift() < shift) h->widen();
        buckets.indices = indices_of(all);
        if (buckets.indices.size() <= most) break;
    }
    buckets.width = std::uint64_t{1} << shift;
    for (const noc::LinkUse& l : usage.links)
        buckets.links.push_back(row_of(l.over, buckets.indices));
    for (const noc::BankUse& b : usage.banks)
        buckets.banks.push_back(row_of(b.over, buckets.indices));
    return buckets;
}

}  // namespace ironbird::report
