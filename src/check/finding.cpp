// The table of rules, and equal findings folded into one.
#include "check/finding.hpp"

#include <algorithm>
#include <array>

namespace ironbird::checks {
namespace {

using enum Severity;

constexpr auto kRules = std::to_array<Rule>({
    {"CB-001", "cb", error, "a circular buffer is written outside the pages that are reserved",
     "reserve as many pages as are written before the push"},
    {"CB-002", "cb", error, "a circular buffer is read outside the pages that were waited for",
     "wait for as many pages as are read, and read them before the pop"},
    {"CB-003", "cb", error, "more pages are pushed than are reserved",
     "reserve as many pages as are pushed"},
    {"CB-004", "cb", error, "more pages are popped than were waited for",
     "wait for as many pages as are popped"},
    {"CB-005", "cb", error, "two processors push to one circular buffer",
     "let one processor produce, or give each its own circular buffer"},
    {"CB-006", "cb", error, "two processors pop from one circular buffer",
     "let one processor consume, or give each its own circular buffer"},
    {"CB-007", "cb", error, "a batch of pages crosses the end of its circular buffer",
     "choose batches that add up to the buffer's size exactly, or move one page at a time"},
    {"CB-008", "cb", warning, "a circular buffer is left with pages reserved or not popped",
     "push what is reserved and pop what is waited for before the kernel ends"},
    {"CB-009", "cb", error, "a circular buffer is larger than the buffer underneath",
     "give the circular buffer no more bytes than the buffer has on this core"},
    {"CB-010", "cb", error, "a circular buffer has more pages than its counters can tell apart",
     "use fewer and larger pages: the counters have 16 bits"},
    {"INIT-001", "init", error, "a kernel reads memory that nobody has written",
     "write it first, or let the host fill the buffer"},
    {"INIT-002", "init", error, "a tile is unpacked from memory that nobody has written",
     "fill the pages before they are pushed"},
    {"INIT-003", "init", error, "a tile of Dst is used that nobody has written",
     "copy or compute into the tile between acquiring and using it"},
    {"INIT-004", "init", warning, "the host reads a buffer that nobody has written",
     "let a kernel or the host write all of the buffer"},
    {"MEM-001", "memory", error, "a kernel writes to memory that belongs to nobody",
     "write inside a buffer, circular buffer or semaphore of the program"},
    {"MEM-002", "memory", error, "a kernel reads from memory that belongs to nobody",
     "read inside a buffer, circular buffer or semaphore of the program"},
    {"MEM-003", "memory", error, "a NoC transfer writes to memory that belongs to nobody",
     "keep address and size inside a live buffer"},
    {"MEM-004", "memory", error, "a NoC transfer reads from memory that belongs to nobody",
     "keep address and size inside a live buffer"},
    {"MEM-005", "memory", error, "memory of a buffer that is freed is used",
     "keep the buffer alive until the program has finished"},
    {"MEM-006", "memory", warning, "a write goes into the padding of a page",
     "write no more than the page size; pages lie at the aligned page size"},
    {"MEM-007", "memory", error, "a page past the last page of a buffer is used",
     "keep page ids below the number of pages"},
    {"MEM-008", "memory", error, "an access runs over the end of its buffer into another",
     "keep address and size inside one buffer, or make the buffer larger"},
    {"MEM-009", "memory", error, "a write damages arguments, semaphores or the firmware's memory",
     "write inside a buffer or circular buffer of the program"},
    {"NOC-001", "noc", error, "data of a NoC read is handed on before it has arrived",
     "put noc_async_read_barrier() between the read and the first use of its data"},
    {"NOC-002", "noc", error, "data of a NoC read is used before it has arrived",
     "put noc_async_read_barrier() between the read and the first use of its data"},
    {"NOC-003", "noc", error, "data of a NoC read is sent on before it has arrived",
     "put noc_async_read_barrier() between the read and the write"},
    {"NOC-004", "noc", error, "the source of a NoC write is changed before it has left",
     "put noc_async_writes_flushed() between the write and the next use of its source"},
    {"NOC-005", "noc", error, "a kernel ends with writes that nobody has waited for",
     "put noc_async_write_barrier() before the end of the kernel"},
    {"NOC-006", "noc", error, "a kernel ends with atomics that nobody has waited for",
     "put noc_async_atomic_barrier() before the end of the kernel"},
    {"NOC-007", "noc", error, "a kernel ends with reads that nobody has waited for",
     "put noc_async_read_barrier() before the end of the kernel"},
    {"NOC-008", "noc", error,
     "a barrier waits for another kind of request than the one outstanding",
     "use the barrier of the outstanding kind, or noc_async_full_barrier()"},
    {"NOC-009", "noc", error,
     "source and destination of a NoC transfer are not aligned to each other",
     "let both addresses have the same remainder by the chip's alignment"},
    {"NOC-010", "noc", error, "a linked multicast is left open",
     "send the last multicast of a chain without the link"},
    {"NOC-011", "noc", error,
     "a multicast is told a number of receivers that its rectangle does not have",
     "pass the number of cores in the rectangle, without the sender unless it receives too"},
    {"NOC-012", "noc", error, "a transaction id is used again while its requests are outstanding",
     "wait for the id's barrier before it is handed to another, and keep 255 at most outstanding"},
    {"NOC-013", "noc", error, "a kernel ends with posted writes that have not left",
     "put noc_async_posted_writes_flushed() before the end of the kernel"},
    {"NOC-014", "noc", error, "a barrier waits on another NoC than the one that its requests use",
     "pass the NoC of the requests to the barrier"},
    {"RACE-001", "race", error, "two processors of a core use the same memory without order",
     "hand it over by a circular buffer or a semaphore"},
    {"RACE-002", "race", error,
     "a remote write and a local access use the same memory without order",
     "signal after the data on the same NoC, and wait for the signal before the access"},
    {"RACE-003", "race", warning, "an atomic signals data that a write may not have delivered yet",
     "put noc_async_write_barrier() before the increment"},
    {"RACE-004", "race", error, "data and its signal travel on different NoCs",
     "send both on one NoC, or put a write barrier between them"},
    {"RACE-005", "race", error, "one core is told of data that goes to another",
     "put noc_async_write_barrier() between the data and the signal"},
    {"RACE-006", "race", error,
     "a semaphore is changed by its own core and by a remote increment at once",
     "let the owner wait and set only when no increment can be on its way"},
    {"RACE-007", "race", warning,
     "a NoC command takes a store of its processor that may not have reached L1 yet",
     "load the last word back before the command"},
});

bool same_place(const Finding& a, const Finding& b) {
    if (a.rule != b.rule || a.parties.size() != b.parties.size()) return false;
    return std::equal(
        a.parties.begin(), a.parties.end(), b.parties.begin(), [](const Party& x, const Party& y) {
            if (x.role != y.role || x.place.has_value() != y.place.has_value()) return false;
            return !x.place || (x.place->file == y.place->file && x.place->line == y.place->line);
        });
}

}  // namespace

std::span<const Rule> rules() {
    return kRules;
}

const Rule& rule(std::string_view id) {
    const auto* at = std::ranges::find(kRules, id, &Rule::id);
    check(at != kRules.end(), "a finding names a rule that exists");
    return *at;
}

void Findings::add(Finding finding) {
    for (Finding& known : all_) {
        if (!same_place(known, finding)) continue;
        known.seen += finding.seen;
        return;
    }
    all_.push_back(std::move(finding));
}

std::size_t Findings::errors() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        all_, [](const Finding& f) { return rule(f.rule).severity == error; }));
}

std::size_t Findings::warnings() const {
    return all_.size() - errors();
}

}  // namespace ironbird::checks
