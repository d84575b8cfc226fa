// Events that have been written make room.
#include "profile/events.hpp"

namespace ironbird::profile {
namespace {

template <class T>
void drop(std::vector<T>& all, std::size_t first) {
    all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(first));
}

}  // namespace

void Events::forget_before(std::size_t segment) {
    if (segment >= segments.size()) {
        *this = {};
        return;
    }
    const Segment first = segments[segment];
    drop(segments, segment);
    drop(kernels, first.kernels);
    drop(marks, first.marks);
    drop(stalls, first.stalls);
    drop(cbs, first.cbs);
    drop(nocs, first.nocs);
    for (Segment& s : segments) {
        s.kernels -= first.kernels;
        s.marks -= first.marks;
        s.stalls -= first.stalls;
        s.cbs -= first.cbs;
        s.nocs -= first.nocs;
    }
}

}  // namespace ironbird::profile
