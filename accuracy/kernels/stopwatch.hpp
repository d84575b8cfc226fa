// Cycles between two points of a kernel, and both points, left in L1 for the host.
#pragma once

#include "api/dataflow/dataflow_api.h"

class Stopwatch {
 public:
    explicit Stopwatch(uint32_t result) : result_(result), begin_(get_timestamp_32b()) {}

    void stop() const {
        const uint32_t end = get_timestamp_32b();
        volatile tt_l1_ptr uint32_t* result =
            reinterpret_cast<volatile tt_l1_ptr uint32_t*>(result_);
        result[0] = end - begin_;
        result[1] = begin_;
        result[2] = end;
    }

 private:
    uint32_t result_, begin_;
};
