// Slices of the recorder's lists, and names.
#include "report/launch_events.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace ironbird::report {
namespace {

template <class T>
std::span<const T> slice(const std::vector<T>& all, std::size_t begin, std::size_t end) {
    return std::span(all).subspan(begin, end - begin);
}

std::string_view take_last(std::string_view& text) {
    const auto comma = text.rfind(',');
    if (comma == text.npos) return {};
    const std::string_view last = text.substr(comma + 1);
    text.remove_suffix(text.size() - comma);
    return last;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (auto at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

}  // namespace

ZonePlace zone_place(const char* site) {
    std::string_view text(site);
    ZonePlace place;
    std::uint32_t hash = 2166136261;  // FNV-1a, folded
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
    place.id = static_cast<std::uint16_t>(hash ^ hash >> 16);
    take_last(text);  // the tag
    const std::string_view line = take_last(text);
    std::from_chars(line.data(), line.data() + line.size(), place.line);
    place.file = take_last(text);
    place.name = text;
    return place;
}

LaunchEvents events_of(const profile::Events& all, std::size_t segment) {
    const profile::Segment& from = all.segments[segment];
    const profile::Segment to = segment + 1 < all.segments.size()
                                    ? all.segments[segment + 1]
                                    : profile::Segment{0,
                                                       all.kernels.size(),
                                                       all.marks.size(),
                                                       all.stalls.size(),
                                                       all.cbs.size(),
                                                       all.nocs.size()};
    return {slice(all.kernels, from.kernels, to.kernels), slice(all.marks, from.marks, to.marks),
            slice(all.stalls, from.stalls, to.stalls), slice(all.cbs, from.cbs, to.cbs),
            slice(all.nocs, from.nocs, to.nocs)};
}

std::string_view risc_name(std::uint32_t processor) {
    constexpr std::array<std::string_view, 5> names = {"BRISC", "NCRISC", "TRISC_0", "TRISC_1",
                                                       "TRISC_2"};
    return names[processor];
}

std::string field(std::string_view text) {
    std::string clean(text);
    std::replace(clean.begin(), clean.end(), ',', ';');
    std::replace(clean.begin(), clean.end(), '\n', ' ');
    return clean;
}

std::string op_code(const profile::LaunchRecord& launch) {
    if (launch.operation != nullptr) return field(launch.operation->name);
    std::string name = field(launch.name);
    replace_all(name, "Matmul", "matmul");
    replace_all(name, "Conv2d", "conv2d");
    replace_all(name, "OptimizedConvNew", "optimizedConvNew");
    return name.empty() ? "program" : name;
}

}  // namespace ironbird::report
