// Collects the events of a log line by line.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "analysis/log/line.hpp"
#include "analysis/log/log.hpp"

namespace ironbird::analysis {

class LogReader {
 public:
    void take(std::string_view line);
    Log finish();

    // A line that is an event: false if it lacks what the event needs.
    bool chip_open(const Fields& f);
    bool cb_alloc(const Fields& f);
    bool cb_reserve(const Fields& f);
    bool cb_push(const Fields& f);
    bool cb_wait(const Fields& f);
    bool cb_pop(const Fields& f);
    bool kernel_begin(const Fields& f);
    bool kernel_end(const Fields& f);
    bool buffer_alloc(const Fields& f);
    bool buffer_free(const Fields& f);

 private:
    using CoreKey = std::pair<std::uint64_t, std::string>;  // chip, "x,y"
    using CbKey = std::tuple<std::uint64_t, std::string, std::uint32_t>;
    struct CoreCb {
        std::uint64_t pages = 0, in_use = 0, launches = 0, pushed = 0;
    };
    struct Span {
        std::uint64_t first = ~std::uint64_t{0}, last = 0;
        std::uint64_t open = 0, cycles = 0;
    };

    bool structured(std::string_view line);
    bool older(std::string_view line);
    bool call(const Fields& f, Waits CbLog::* which);
    bool moved(const Fields& f, bool push);
    void derive_work();

    Log log_;
    std::map<CbKey, CoreCb> cbs_;
    std::map<CoreKey, Span> cores_;
    std::map<std::tuple<std::uint64_t, std::string, std::string>,
             std::pair<std::uint64_t, std::size_t>>
        running_;  // chip, core and processor: when it began, which kernel
    std::map<std::tuple<std::uint64_t, std::string, std::uint64_t>, std::uint64_t> live_;
};

}  // namespace ironbird::analysis
