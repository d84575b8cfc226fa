// Transfers between L1s: each row is one kernel that repeats one transfer, on one core or many.
#include <fmt/format.h>

#include "row.hpp"
#include "workloads.hpp"

namespace ironbird::accuracy {
namespace {

// Whom one initiator addresses, column by column as the measurement did. A single one leaves itself
// out, a crowd does not.
std::vector<std::uint32_t> places(Session& session, const CoreRange& to, const CoreRange& from) {
    std::vector<std::uint32_t> all;
    for (const CoreCoord& core : corerange_to_cores(CoreRangeSet(to)))
        if (from.size() > 1 || core != from.start_coord) all.push_back(packed_place(session, core));
    return all;
}

class NocReplay final : public Replay {
 public:
    double predict(const Row& row) override {
        const bool multicast = row.fields.text("mechanism") != "unicast";
        return multicast ? send_to_rectangle(row.fields) : visit(row.fields);
    }

 private:
    double visit(const Fields& f) {
        const CoreRange from = rectangle(f.text("from")), to = rectangle(f.text("to"));
        const bool reads = f.text("pattern").find("_from_") != std::string::npos;
        const bool single = f.text("pattern") == "one_to_one";
        const auto targets = places(session_, to, from);
        const std::uint32_t bytes = f.count("bytes");
        const std::uint32_t there = from.size() > 1 && !reads ? kBytes + bytes : kBytes;
        Words args = {kBytes,  there,
                      bytes,   f.count("transactions"),
                      kResult, static_cast<std::uint32_t>(targets.size())};
        args.insert(args.end(), targets.begin(), targets.end());
        Words choice = {f.yes("stateful") ? 1u : 0u};
        if (!reads) choice.push_back(single ? 1u : 0u);
        return run({.file = reads ? "l1_read.cpp" : "l1_write.cpp",
                    .reads = reads,
                    .noc = reads ? NOC::RISCV_1_default : NOC::RISCV_0_default,
                    .compile_args = std::move(choice),
                    .cores = from,
                    .arguments = args.size()},
                   args);
    }

    double send_to_rectangle(const Fields& f) {
        const CoreRange from = rectangle(f.text("from")), to = rectangle(f.text("to"));
        const bool linked = f.text("mechanism") == "multicast_linked";
        const std::uint32_t bytes = f.count("bytes");
        const Words args = {kBytes,
                            f.yes("loopback") ? kBytes : kBytes + bytes,
                            bytes,
                            f.count("transactions"),
                            kResult,
                            static_cast<std::uint32_t>(to.size()),
                            packed_place(session_, to.start_coord),
                            packed_place(session_, to.end_coord)};
        return run({.file = "l1_multicast.cpp",
                    .reads = false,
                    .noc = NOC::RISCV_0_default,
                    .compile_args = {linked ? 1u : 0u, f.yes("loopback") ? 1u : 0u},
                    .cores = from,
                    .arguments = args.size()},
                   args);
    }

    double run(const KernelChoice& choice, const Words& args) {
        Workload& workload = workloads_.get(choice);
        workload.arguments(args);
        workload.run();
        return workload.median_cycles();
    }

    Session session_;
    Workloads workloads_{session_};
};

// The board that the data was measured on, by the cores of its full grids: 8 x 7 and 11 x 10. The
// Blackhole takes 54737 cycles for 256 reads of 64 B by each of 110 cores, which is too fast for a
// p100a's seven banks.
std::string measured_on(const Fields& f) {
    if (product_of(f.text("arch")) == "n150") return "n300";
    return f.text("memory") == "l1" ? "p100a" : "p150";
}

std::string group_of(const Fields& f) {
    const bool alone = f.text("initiators") == "1";
    if (f.text("mechanism") == "unicast") return alone ? "one initiator" : "many initiators";
    return alone ? "multicast" : "many multicasts";
}

}  // namespace

std::vector<Row> transfer_rows(const std::string& file) {
    std::vector<Row> rows;
    for (Fields& f : read_table(table_of(file))) {
        const std::string sweep =
            fmt::format("{} {} {} {} stateful={} loopback={} initiators={}", f.text("arch"),
                        f.text("memory"), f.text("mechanism"), f.text("pattern"),
                        f.text("stateful"), f.text("loopback"), f.text("initiators"));
        const std::string name =
            fmt::format("{} to ({}) same_axis={} {} x {} B", sweep, f.text("to"),
                        f.text("same_axis"), f.text("transactions"), f.text("bytes"));
        rows.push_back(
            {measured_on(f), group_of(f), sweep, sweep, name, f.number("cycles"), std::move(f)});
    }
    return rows;
}

std::vector<Row> noc_rows() {
    return transfer_rows("noc.csv");
}

std::unique_ptr<Replay> make_noc_replay() {
    return std::make_unique<NocReplay>();
}

}  // namespace ironbird::accuracy
