// Cycles between two points of a kernel, left in L1 for the host.
#pragma once

#include "api/dataflow/dataflow_api.h"

class Stopwatch {
 public:
    explicit Stopwatch(uint32_t result) : result_(result), begin_(get_timestamp_32b()) {}

    void stop() const {
        const uint32_t spent = get_timestamp_32b() - begin_;
        *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(result_) = spent;
    }

 private:
    uint32_t result_, begin_;
};
