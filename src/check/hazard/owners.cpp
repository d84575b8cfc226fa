// Lookups by address; a core has few regions.
#include "check/hazard/owners.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ironbird::check {
namespace {

const Region* search(const std::vector<Region>& in, std::uint64_t address, std::uint64_t size) {
    for (const Region& r : in)
        if (r.has(address) && address + size <= r.end) return &r;
    return nullptr;
}

// Buffers of one node do not overlap (views aside), and there may be thousands.
const Region* search_sorted(const std::vector<Region>& in, std::uint64_t address,
                            std::uint64_t size) {
    auto it = std::ranges::upper_bound(in, address, {}, &Region::begin);
    for (int back = 0; it != in.begin() && back < 4; back++) {
        --it;
        if (it->has(address) && address + size <= it->end) return &*it;
    }
    return nullptr;
}

}  // namespace

std::string text(const Region& r) {
    const std::string range = fmt::format("{:#x}..{:#x}", r.begin, r.end);
    switch (r.owner) {
        case Owner::cb:
            return fmt::format("CB {} ({})", r.id, range);
        case Owner::buffer:
            return fmt::format("buffer {} ({})", r.id, range);
        case Owner::freed:
            return fmt::format("buffer {} ({}), which is freed", r.id, range);
        case Owner::semaphores:
            return fmt::format("semaphores ({})", range);
        case Owner::arguments:
            return fmt::format("runtime arguments ({})", range);
        case Owner::fabric:
            return fmt::format("packet headers and connections of the fabric ({})", range);
        case Owner::system:
            return fmt::format("firmware and kernel configuration ({})", range);
        case Owner::nobody:
            break;
    }
    return "nobody";
}

void Owners::add_buffer(const Region& r) {
    const auto in_place = [&](const Region& f) { return f.begin < r.end && r.begin < f.end; };
    std::erase_if(freed_, in_place);
    std::erase_if(buffers_, [&](const Region& f) { return f.traced && in_place(f); });
    buffers_.insert(std::ranges::upper_bound(buffers_, r.begin, {}, &Region::begin), r);
}

void Owners::remove_buffer(std::uint64_t id, bool traced) {
    for (Region& r : buffers_) {
        if (r.id != id) continue;
        r.traced = traced;
        if (traced) continue;
        freed_.push_back(r);
        freed_.back().owner = Owner::freed;
    }
    std::erase_if(buffers_, [&](const Region& r) { return r.id == id && !r.traced; });
    if (freed_.size() > kFreed) freed_.erase(freed_.begin());
}

void Owners::launch(std::vector<Region> regions) {
    launched_ = std::move(regions);
}

const Region* Owners::find_buffer(std::uint64_t address) const {
    return search_sorted(buffers_, address, 1);
}

const Region* Owners::find(std::uint64_t address) const {
    if (const Region* r = search_sorted(buffers_, address, 1)) return r;
    return search(launched_, address, 1);
}

const Region* Owners::holding(std::uint64_t address, std::uint64_t size) const {
    if (const Region* r = search_sorted(buffers_, address, size)) return r;
    return search(launched_, address, size);
}

const Region* Owners::find_freed(std::uint64_t address) const {
    return search(freed_, address, 1);
}

const Region* Owners::before(std::uint64_t address) const {
    const Region* best = nullptr;
    for (const auto* list : {&buffers_, &launched_})
        for (const Region& r : *list)
            if (r.end <= address && (best == nullptr || r.end > best->end)) best = &r;
    return best;
}

}  // namespace ironbird::check
