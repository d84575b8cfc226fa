// What the variants of the distributed add have in common as programs.
#pragma once

#include <charconv>
#include <string_view>

#include "workload.hpp"

namespace examples::distributed_add {

// Tiles from first to last, each a run of its own.
struct Asked {
    std::uint32_t first = 0, last = 0;
    std::uint32_t b_tiles = 0;  // 0: as many as A tiles
    std::uint32_t cores = 1;
    std::uint32_t devices = 0;  // 0: two, or one if there are no two
};

inline bool number(std::string_view text, std::uint32_t& n) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    return error == std::errc{} && end == text.data() + text.size() && n > 0 && n <= 4096;
}

// "16", or "1..64" for one run after another.
inline bool range(std::string_view text, Asked& asked) {
    const auto dots = text.find("..");
    if (dots == text.npos) return number(text, asked.first) && number(text, asked.last);
    return number(text.substr(0, dots), asked.first) && number(text.substr(dots + 2), asked.last) &&
           asked.first <= asked.last;
}

// TILES [MESH], or with many cores TILES [[B_TILES] CORES] [MESH].
inline bool parse(int argc, char** argv, bool many_cores, Asked& asked) {
    std::vector<std::string_view> words(argv + 1, argv + argc);
    if (!words.empty() && (words.back() == "1x1" || words.back() == "1x2")) {
        asked.devices = words.back() == "1x1" ? 1 : 2;
        words.pop_back();
    }
    if (words.empty() || words.size() > (many_cores ? 3 : 1) || !range(words[0], asked))
        return false;
    if (words.size() > 1 && !number(words.back(), asked.cores)) return false;
    return words.size() < 3 || number(words[1], asked.b_tiles);
}

inline std::shared_ptr<MeshDevice> open(const Asked& asked) {
    const auto row = [](std::uint32_t devices) {
        return MeshDevice::create(distributed::MeshDeviceConfig(MeshShape(1, devices)));
    };
    if (asked.devices != 0) return row(asked.devices);
    try {
        return row(2);
    } catch (const std::exception&) {
        return row(1);
    }
}

inline int main(int argc, char** argv, const Variant& variant, bool many_cores = false) {
    Asked asked;
    if (!parse(argc, argv, many_cores, asked)) {
        fmt::print(stderr, "usage: {} TILES|FIRST..LAST{} [1x1|1x2]\n", argv[0],
                   many_cores ? " [[B_TILES] CORES]" : "");
        return 1;
    }
    const auto mesh = open(asked);
    const CoreCoord grid = mesh->compute_with_storage_grid_size();
    if (asked.cores > grid.x * grid.y) {
        fmt::print(stderr, "a device has {} cores\n", grid.x * grid.y);
        return 1;
    }
    bool good = true;
    for (std::uint32_t n = asked.first; n <= asked.last; n++) {
        const Job job = make_job(*mesh, n, asked.b_tiles != 0 ? asked.b_tiles : n, asked.cores);
        const std::vector<float> c = run(*mesh, job, variant);
        const std::size_t right = count_right(job, c);
        fmt::print("{} A tiles on 1x{}, {} B tiles, {} on a device; verification: {} / {} passed\n",
                   job.tiles, job.devices, job.b_tiles, job.shard, right, c.size());
        good &= right == c.size();
    }
    mesh->close();
    return good ? 0 : 1;
}

}  // namespace examples::distributed_add
