// Profiler zones and marks in kernels. A site is named as the ecosystem's tools expect it: name,
// file, line, and a tag.
#pragma once

#include "ib_abi.h"
#include "internal/risc_attribs.h"

#define DO_PRAGMA(x) _Pragma(#x)
#define IB_TEXT_OF(x) #x
#define IB_LINE_TEXT(x) IB_TEXT_OF(x)
#define PROFILER_MSG __FILE__ "," IB_LINE_TEXT(__LINE__) ",KERNEL_PROFILER"
#define PROFILER_MSG_NAME(name) name "," PROFILER_MSG

namespace ironbird {

class Zone {
 public:
    FORCE_INLINE explicit Zone(const char* site) : site_(site) { ib_zone_begin(site_); }
    FORCE_INLINE ~Zone() { ib_zone_end(site_); }
    Zone(const Zone&) = delete;
    Zone& operator=(const Zone&) = delete;

 private:
    const char* site_;
};

}  // namespace ironbird

#define IB_ZONE_JOIN(a, b) a##b
#define IB_ZONE_NAME(n) IB_ZONE_JOIN(ib_zone_, n)

#define DeviceZoneScopedN(name) ironbird::Zone IB_ZONE_NAME(__COUNTER__)(PROFILER_MSG_NAME(name))
#define DeviceZoneScopedMainN(name) DeviceZoneScopedN(name)
#define DeviceZoneScopedMainChildN(name) DeviceZoneScopedN(name)
#define DeviceZoneScopedSumN1(name) DeviceZoneScopedN(name)
#define DeviceZoneScopedSumN2(name) DeviceZoneScopedN(name)
#define DeviceTimestampedData(name, data) ib_mark(PROFILER_MSG_NAME(name), (data), 1)
#define DeviceRecordEvent(event_id) ib_mark(PROFILER_MSG_NAME("event"), (event_id), 0)
