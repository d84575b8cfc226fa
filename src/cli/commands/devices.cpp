// `ironbird devices`: the products with their figures.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "arch/cluster.hpp"
#include "arch/product.hpp"
#include "cli/command.hpp"
#include "cli/record.hpp"
#include "cli/summary.hpp"
#include "host/configuration.hpp"

namespace ironbird::cli {
namespace {

Json json_of(const arch::Product& p) {
    const arch::Grid tensix = p.tensix_grid();
    return {{"name", p.name},
            {"board", p.board},
            {"arch", arch::name(p.family)},
            {"chips", p.chips},
            {"compute_grid", {p.compute_grid.x, p.compute_grid.y}},
            {"tensix_grid", {tensix.x, tensix.y}},
            {"noc_grid", {p.noc_grid.x, p.noc_grid.y}},
            {"clock_mhz", p.clock_mhz},
            {"l1_bytes", p.memory.l1_bytes},
            {"l1_unreserved_base", p.memory.unreserved_base},
            {"dram_banks", p.dram.size()},
            {"dram_bank_bytes", p.memory.dram_bank_bytes},
            {"dram_gb_per_s", p.dram_gb_per_s},
            {"l1_alignment", p.alignment.l1},
            {"dram_read_alignment", p.alignment.dram_read},
            {"dram_write_alignment", p.alignment.dram_write},
            {"circular_buffers", p.limits.cbs},
            {"semaphores", p.limits.semaphores},
            {"transaction_ids", p.limits.transaction_ids},
            {"noc_flit_bytes", p.noc.flit_bytes},
            {"noc_read_bytes_per_cycle", p.noc.read_bytes_per_cycle},
            {"noc_write_bytes_per_cycle", p.noc.write_bytes_per_cycle},
            {"noc_hop_cycles", p.noc.hop_cycles},
            {"noc_read_fixed_cycles", p.noc.read_fixed},
            {"assumed", p.assumed}};
}

void print_product(const arch::Product& p) {
    const std::uint64_t dram = p.memory.dram_bank_bytes * p.dram.size();
    fmt::print("{:<6} {}\n", p.name, p.board);
    fmt::print(
        "       {} at {} MHz, {}x{} compute cores of {}x{}, L1 {} each (buffers from {:#x})\n",
        arch::name(p.family), p.clock_mhz, p.compute_grid.x, p.compute_grid.y, p.tensix_grid().x,
        p.tensix_grid().y, bytes_text(p.memory.l1_bytes), p.memory.unreserved_base);
    fmt::print(
        "       DRAM {} in {} banks, {} GB/s; NoC {} B flits, {}/{} B a cycle read/write, {} "
        "cycles a hop\n",
        bytes_text(dram), p.dram.size(), p.dram_gb_per_s, p.noc.flit_bytes,
        p.noc.read_bytes_per_cycle, p.noc.write_bytes_per_cycle, p.noc.hop_cycles);
    fmt::print("       alignment L1 {}, DRAM {}/{}; {} CBs, {} semaphores, {} transaction ids\n",
               p.alignment.l1, p.alignment.dram_read, p.alignment.dram_write, p.limits.cbs,
               p.limits.semaphores, p.limits.transaction_ids);
    fmt::print("       assumed: {}\n", p.assumed.empty() ? "nothing" : p.assumed);
}

Json json_of(const arch::ClusterPlan& c) {
    return {{"name", c.name},       {"title", c.title},
            {"chip", c.product},    {"shape", {c.rows, c.columns}},
            {"links", c.links},     {"rows_are_rings", c.wrap_rows},
            {"assumed", c.assumed}, {"columns_are_rings", c.wrap_columns}};
}

void print_cluster(const arch::ClusterPlan& c) {
    fmt::print("{:<9} {}\n          {}x{} chips of {}, {} links between neighbours{}\n", c.name,
               c.title, c.rows, c.columns, c.product, c.links,
               c.assumed.empty() ? "" : fmt::format("; assumed: {}", c.assumed));
}

Exit devices(bool json) {
    std::vector<std::string_view> names;
    for (const arch::Product* p : host::products_of(options())) names.push_back(p->name);
    const std::string chosen = fmt::format("{}", fmt::join(names, ","));
    if (json) {
        Json list = Json::array();
        for (const arch::Product& p : arch::products()) list.push_back(json_of(p));
        Json clusters = Json::array();
        for (const arch::ClusterPlan& c : arch::clusters()) clusters.push_back(json_of(c));
        fmt::print("{}\n", json_text(Json{{"schema", kJsonSchema},
                                          {"selected", chosen},
                                          {"devices", list},
                                          {"clusters", clusters}}));
        return Exit::fine;
    }
    for (const arch::Product& p : arch::products()) print_product(p);
    fmt::print("\nclusters (IRONBIRD_CLUSTER=NAME):\n");
    for (const arch::ClusterPlan& c : arch::clusters()) print_cluster(c);
    fmt::print("\nselected: {} (IRONBIRD_CHIP or ARCH_NAME choose another)\n", chosen);
    return Exit::fine;
}

}  // namespace

void add_devices(CLI::App& app, Action& chosen) {
    auto* sub = app.add_subcommand("devices", "List the chips and clusters that can be simulated");
    auto json = std::make_shared<bool>(false);
    sub->add_flag("--json", *json, "As JSON");
    sub->callback([json, &chosen] { chosen = [json] { return devices(*json); }; });
}

}  // namespace ironbird::cli
