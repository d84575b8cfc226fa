// Rows of each table, from the launches, steps and buffers of the chips.
#include "report/visualizer/visualizer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "base/fault.hpp"
#include "report/visualizer/chunks.hpp"
#include "report/visualizer/database.hpp"
#include "report/visualizer/graph.hpp"
#include "report/visualizer/run_memory.hpp"

namespace ironbird::report {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kSchemaVersion = "3.3";
// Chunks are rows for each operation, buffer and bank; beyond this the later operations have none.
constexpr std::size_t kMostChunks = 2'000'000;

const std::map<std::string, std::int64_t> kTypes = {
    {"DRAM", 0}, {"L1", 1}, {"SYSTEM_MEMORY", 2}, {"L1_SMALL", 3}, {"TRACE", 4}};
const std::map<std::string, std::int64_t> kLayouts = {{"INTERLEAVED", 0},    {"SINGLE_BANK", 1},
                                                      {"HEIGHT_SHARDED", 2}, {"WIDTH_SHARDED", 3},
                                                      {"BLOCK_SHARDED", 4},  {"ND_SHARDED", 5}};

std::int64_t number_of(const std::map<std::string, std::int64_t>& names, const std::string& name) {
    const auto found = names.find(name);
    return found == names.end() ? 0 : found->second;
}

std::int64_t i(std::uint64_t v) {
    return static_cast<std::int64_t>(v);
}

// One launch on one chip.
struct Operation {
    std::int64_t id;
    const MemoryChip* chip;
    const MemoryLaunch* launch;
};

class Report {
 public:
    Report(Database& db, const std::vector<MemoryChip>& chips, const Json& run, std::string name)
        : db_(db), chips_(chips), run_(run), name_(std::move(name)) {
        // In the order of launching, numbered from one.
        for (const MemoryChip& c : chips)
            for (const MemoryLaunch& l : c.launches) operations_.push_back({0, &c, &l});
        std::ranges::stable_sort(operations_, {}, [](const Operation& o) {
            return std::pair(o.launch->id, o.chip->chip);
        });
        for (std::size_t n = 0; n < operations_.size(); n++) operations_[n].id = i(n + 1);
    }

    void write() {
        create_tables(db_);
        devices();
        operations();
        buffers();
        graphs();
        errors();
        metadata();
    }

 private:
    void devices() {
        Table table(db_, "devices");
        for (const MemoryChip& c : chips_) {
            const std::uint64_t cores = std::uint64_t{c.grid_x} * c.grid_y;
            const std::uint64_t usable = c.l1_bytes - std::min(c.l1_bytes, c.reserved_bytes);
            table.add({i(c.chip), i(c.grid_y), i(c.grid_x), i(c.grid_y), i(c.grid_x), i(c.l1_bytes),
                       i(c.l1_banks), i(c.l1_bank_bytes), i(c.reserved_bytes), i(c.reserved_bytes),
                       i(1), i(cores), i(0), i(cores * c.l1_bytes), i(cores * usable),
                       i(std::uint64_t{c.l1_banks} * c.l1_bank_bytes), i(cores * usable), i(usable),
                       i(0)});
        }
    }

    void operations() {
        Table table(db_, "operations"), arguments(db_, "operation_arguments");
        for (const Operation& o : operations_) {
            const MemoryLaunch& l = *o.launch;
            const std::uint64_t cycles = l.end - std::min(l.end, l.start);
            const double hertz = static_cast<double>(o.chip->clock_mhz) * 1e6;
            table.add({o.id, l.name, hertz == 0 ? 0.0 : static_cast<double>(cycles) / hertz, i(0)});
            const std::pair<const char*, std::string> rows[] = {
                {"device", fmt::to_string(o.chip->chip)},
                {"launch", fmt::to_string(l.id)},
                {"program", fmt::to_string(l.program)},
                {"cores", l.cores},
                {"start_cycle", fmt::to_string(l.start)},
                {"cycles", fmt::to_string(cycles)},
                {"kernel_bytes", fmt::to_string(l.kernel_bytes)},
                {"runs", fmt::to_string(l.runs)}};
            for (const auto& [name, value] : rows) arguments.add({o.id, name, value, i(0)});
        }
    }

    // On its own chip the step is known; what other chips hold by then follows from the cycle.
    static std::optional<std::size_t> step_of(const Operation& o, const MemoryChip& chip) {
        return &chip == o.chip ? chip.step_after(*o.launch) : chip.step_at(o.launch->end);
    }

    void buffers() {
        Table table(db_, "buffers"), chunks(db_, "buffer_chunks");
        std::size_t written = 0;
        for (const Operation& o : operations_)
            for (const MemoryChip& chip : chips_) {
                const auto step = step_of(o, chip);
                if (!step) continue;
                for (const MemoryBuffer& b : chip.buffers) {
                    if (!b.is_live_after(*step)) continue;
                    table.add({o.id, i(chip.chip), i(b.address), i(b.bytes_per_bank),
                               number_of(kTypes, b.type), number_of(kLayouts, b.layout), i(0)});
                    if (written < kMostChunks) written += add_chunks(chunks, o, chip, b);
                    if (written >= kMostChunks && chunks_until_ == 0) chunks_until_ = o.id;
                }
            }
    }

    static std::size_t add_chunks(Table& table, const Operation& o, const MemoryChip& chip,
                                  const MemoryBuffer& b) {
        const std::vector<Chunk> all = chunks_of(chip, b);
        for (const Chunk& c : all)
            table.add({o.id, i(chip.chip), i(b.address), i(c.bank), i(c.x), i(c.y), i(b.address),
                       i(c.bytes), i(b.page_bytes), i(c.pages), number_of(kTypes, b.type), i(0)});
        return all.size();
    }

    void graphs() {
        Table table(db_, "captured_graph");
        std::map<std::uint32_t, std::size_t> seen;  // steps of a chip that earlier graphs cover
        for (const Operation& o : operations_) {
            std::vector<const MemoryBuffer*> fresh;
            const std::size_t next = o.chip->step_after(*o.launch).value_or(0) + 1;
            for (const MemoryBuffer& b : o.chip->buffers)
                if (b.from >= seen[o.chip->chip] && b.from < next) fresh.push_back(&b);
            seen[o.chip->chip] = std::max(seen[o.chip->chip], next);
            table.add({o.id,
                       captured_graph(*o.chip, *o.launch, fresh)
                           .dump(-1, ' ', false, Json::error_handler_t::replace),
                       i(0)});
        }
    }

    // Findings name no launch: they belong to the last operation that had begun by then.
    const Operation* operation_at(std::uint64_t cycle) const {
        const Operation* last = operations_.empty() ? nullptr : &operations_.front();
        for (const Operation& o : operations_)
            if (o.launch->start <= cycle) last = &o;
        return last;
    }

    void errors() {
        Table table(db_, "errors");
        const auto add = [&](const Operation* o, const std::string& type, const std::string& text,
                             const std::string& where, const std::string& when) {
            table.add({o == nullptr ? i(0) : o->id, o == nullptr ? "" : o->launch->name, type, text,
                       where, when, i(0)});
        };
        for (const Json& f : run_.value("findings", Json::array())) {
            std::string where;
            std::uint64_t cycle = 0;
            for (const Json& p : f.value("parties", Json::array())) {
                cycle = std::max(cycle, p.value("cycle", std::uint64_t{0}));
                where +=
                    fmt::format("{} at {}:{} on {}\n", p.value("role", ""), p.value("file", ""),
                                p.value("line", 0), p.value("processor", ""));
            }
            std::string text = f.value("title", "") + ".";
            if (const std::string why = f.value("because", ""); !why.empty()) text += " " + why;
            if (const std::string what = f.value("do", ""); !what.empty()) text += " Do: " + what;
            add(operation_at(cycle), f.value("id", ""), text, where,
                fmt::format("cycle {}", cycle));
        }
        const Operation* last = operations_.empty() ? nullptr : &operations_.back();
        for (const Json& f : run_.value("faults", Json::array()))
            add(last, f.value("slug", ""), f.value("text", ""), "", "");
    }

    void metadata() {
        Table table(db_, "report_metadata");
        table.add({"schema_version", kSchemaVersion});
        table.add({"report_name", name_});
        table.add({"generator", "ironbird " + run_.value("version", std::string())});
        table.add({"product", chips_.empty() ? "" : chips_.front().product});
        table.add({"total_duration_ns", fmt::format("{:.0f}", run_.value("seconds", 0.0) * 1e9)});
        if (chunks_until_ != 0)
            table.add({"buffer_chunks_until_operation", fmt::to_string(chunks_until_)});
    }

    Database& db_;
    const std::vector<MemoryChip>& chips_;
    const Json& run_;
    std::string name_;
    std::vector<Operation> operations_;
    std::int64_t chunks_until_ = 0;
};

Json read_run(const fs::path& file) {
    std::ifstream in(file);
    const Json run = Json::parse(in, nullptr, false);
    return run.is_object() ? run : Json::object();
}

std::string report_name(const fs::path& run_folder, const Json& run) {
    const std::string number = fs::absolute(run_folder).lexically_normal().filename().string();
    const Json command = run.value("command", Json::array());
    if (command.empty()) return "run " + number;
    return fs::path(command[0].get<std::string>()).filename().string() + " (run " + number + ")";
}

}  // namespace

void write_visualizer(const fs::path& run_folder, const fs::path& folder) {
    const std::vector<MemoryChip> chips = read_run_memory(run_folder / "memory.json");
    const Json run = read_run(run_folder / "run.json");
    const std::string name = report_name(run_folder, run);
    std::error_code error;
    fs::create_directories(folder, error);
    const fs::path file = folder / "db.sqlite", fresh = folder / "db.sqlite.new";
    fs::remove(fresh, error);
    {
        Database db(fresh);
        Report(db, chips, run, name).write();
        db.commit();
    }
    fs::rename(fresh, file, error);
    std::ofstream config(folder / "config.json");
    config << Json{{"report_name", name}}.dump(2, ' ', false, Json::error_handler_t::replace)
           << "\n";
    if (error || !config.flush()) throw Error(Fault::usage, "cannot write into " + folder.string());
}

}  // namespace ironbird::report
