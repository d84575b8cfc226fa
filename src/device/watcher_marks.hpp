// What kernels tell the watcher travels as marks with these names; told apart by their addresses.
#pragma once

namespace ironbird::device {

inline constexpr char kWaypointMark[] = "watcher waypoint";
inline constexpr char kRingMark[] = "watcher ring buffer";
inline constexpr char kPauseMark[] = "watcher pause";

constexpr bool is_watcher_mark(const char* site) {
    return site == kWaypointMark || site == kRingMark || site == kPauseMark;
}

}  // namespace ironbird::device
