// Whether a kernel is the repaired twin: an argument, so that both are compiled as one. Stands
// behind the API's own headers.
#pragma once

inline bool repaired() {
    return get_common_arg_val<uint32_t>(0) != 0;
}
