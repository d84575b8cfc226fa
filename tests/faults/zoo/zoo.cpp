// zoo NAME [repaired]: runs one exhibit and says whether its result is right; exit code 0 if it
// ran.
#include "zoo.hpp"

#include <array>
#include <cstring>

namespace {

int answer(std::size_t wrong) {
    fmt::print("{}\n", wrong == 0 ? "right" : "wrong");
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    using namespace ironbird::tests::zoo;
    const bool repaired = argc > 2 && std::strcmp(argv[2], "repaired") == 0;
    for (const FabricExhibit& exhibit : fabric_exhibits()) {
        if (argc < 2) fmt::print("{}\n", exhibit.name);
        if (argc >= 2 && std::strcmp(argv[1], exhibit.name) == 0)
            return answer(exhibit.run(repaired));
    }
    const std::array groups = {noc_exhibits(),      race_exhibits(),       memory_exhibits(),
                               argument_exhibits(), compute_exhibits(),    unit_exhibits(),
                               init_exhibits(),     portability_exhibits()};
    for (const auto group : groups)
        for (const Exhibit& exhibit : group) {
            if (argc < 2) fmt::print("{}\n", exhibit.name);
            if (argc < 2 || std::strcmp(argv[1], exhibit.name) != 0) continue;
            Stage stage(repaired);
            const std::size_t wrong = exhibit.run(stage);
            stage.session.close();
            return answer(wrong);
        }
    return argc < 2 ? 0 : 1;
}
