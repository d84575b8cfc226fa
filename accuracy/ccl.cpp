// Collectives: their rows. They are replayed by a library of their own, since it needs TT-NN, which
// the other sets do not.
#include <dlfcn.h>
#include <fmt/format.h>

#include "row.hpp"

namespace ironbird::accuracy {

std::vector<Row> ccl_rows() {
    std::vector<Row> rows;
    for (Fields& f : read_table(table_of("ccl.csv"))) {
        const bool bound = f.text("kind") == "bound";
        const std::string sweep = fmt::format("{} {} {} {}", f.text("machine"), f.text("fabric"),
                                              f.text("op"), f.text("kind"));
        Row row{.chip = f.text("machine"),
                .group = f.text("op") + (bound ? " bounds" : ""),
                .sweep = sweep,
                .order = fmt::format("{} {}", sweep, f.text("unit")),
                .name = fmt::format("{} {} {} links, most {}: {}", sweep, f.text("shape"),
                                    f.count("links"), f.count("most_bytes"), f.text("test")),
                .measured = f.number("value"),
                .fields = f};
        row.bound = bound;
        row.left_out = f.text("left_out");
        rows.push_back(std::move(row));
    }
    return rows;
}

std::unique_ptr<Replay> make_ccl_replay() {
    const auto library =
        std::filesystem::read_symlink("/proc/self/exe").parent_path() / "libironbird_ccl_replay.so";
    void* const loaded = dlopen(library.c_str(), RTLD_NOW);
    if (loaded == nullptr)
        throw std::runtime_error(
            fmt::format("{}; build the target ironbird_ccl_replay", dlerror()));
    using Make = Replay*();
    auto* const make = reinterpret_cast<Make*>(dlsym(loaded, "ironbird_make_ccl_replay"));
    if (make == nullptr) throw std::runtime_error(library.string() + " is of another version");
    return std::unique_ptr<Replay>(make());
}

}  // namespace ironbird::accuracy
