// The bug zoo: what users lost days to, as programs of a page, each with its repaired twin.
#pragma once

#include <fstream>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <tt-metalium/buffer_distribution_spec.hpp>

#include "session.hpp"

namespace ironbird::tests::zoo {

using namespace examples;

inline constexpr CoreCoord kHere{0, 0}, kThere{1, 0};
inline constexpr std::uint32_t kPage = 2048, kPageWords = kPage / 4;
inline constexpr std::uint32_t kTile = 2048;  // of bfloat16

// One program under construction; kernels come from tests/faults/zoo/kernels. They see REPAIRED, or
// ask repaired() where the difference need not be compiled.
class Stage {
 public:
    explicit Stage(bool repaired) : repaired(repaired) {}

    const bool repaired;
    Session session;
    Program program = CreateProgram();

    KernelHandle add(const std::string& file, const CoreRangeSet& cores,
                     DataMovementConfig config) {
        return add_twin(file, cores, config);
    }
    KernelHandle add(const std::string& file, ComputeConfig config) {
        return add_twin(file, only_here(), config);
    }
    void cb(std::uint8_t index, std::uint32_t bytes, std::uint32_t page,
            const CoreRangeSet& cores = CoreRangeSet(CoreRange(kHere)),
            tt::DataFormat format = tt::DataFormat::Float16_b) {
        CreateCircularBuffer(
            program, cores,
            CircularBufferConfig(bytes, {{index, format}}).set_page_size(index, page));
    }
    std::shared_ptr<distributed::MeshBuffer> filled(std::uint32_t bytes, std::uint32_t page,
                                                    std::uint32_t seed = 1) {
        auto buffer = session.dram(bytes, page);
        session.write(buffer, pattern(bytes / 4, seed));
        return buffer;
    }
    std::shared_ptr<distributed::MeshBuffer> empty(std::uint32_t bytes, std::uint32_t page) {
        auto buffer = session.dram(bytes, page);
        session.write(buffer, Words(bytes / 4));
        return buffer;
    }
    // `pages` pages in the L1 of one core.
    std::shared_ptr<distributed::MeshBuffer> own_l1(CoreCoord core, std::uint32_t pages,
                                                    std::uint32_t page) {
        const BufferDistributionSpec spec(Shape({pages, 1}), Shape({pages, 1}),
                                          CoreRangeSet(CoreRange(core)),
                                          ShardOrientation::ROW_MAJOR);
        return session.buffer(pages * page, {.page_size = page,
                                             .buffer_type = BufferType::L1,
                                             .sharding_args = BufferShardingArgs(spec)});
    }
    void run() { session.run(std::move(program)); }

 private:
    static CoreRangeSet only_here() { return CoreRangeSet(CoreRange(kHere)); }

    template <class Config>
    KernelHandle add_twin(const std::string& file, const CoreRangeSet& cores, Config& config) {
        const std::string path = kernel("tests/faults/zoo/kernels/" + file);
        config.defines["REPAIRED"] = repaired ? "1" : "0";
        const KernelHandle handle = CreateKernel(program, path, cores, config);
        std::ostringstream text;
        text << std::ifstream(path).rdbuf();
        // Nobody else has the argument, since one that is not read is a finding.
        if (text.str().find("repaired()") != std::string::npos)
            SetCommonRuntimeArgs(program, handle, Words{repaired ? 1U : 0U});
        return handle;
    }
};

inline CoreRangeSet only(CoreCoord core) {
    return CoreRangeSet(CoreRange(core));
}
inline CoreRangeSet both() {
    return CoreRangeSet(CoreRange(kHere, kThere));
}
inline std::uint32_t address(const std::shared_ptr<distributed::MeshBuffer>& buffer) {
    return static_cast<std::uint32_t>(buffer->address());
}

// Answers how many words of the result are wrong.
struct Exhibit {
    const char* name;
    std::size_t (*run)(Stage&);
};

std::span<const Exhibit> noc_exhibits();
std::span<const Exhibit> race_exhibits();
std::span<const Exhibit> memory_exhibits();
std::span<const Exhibit> argument_exhibits();
std::span<const Exhibit> compute_exhibits();
std::span<const Exhibit> init_exhibits();
std::span<const Exhibit> unit_exhibits();
std::span<const Exhibit> portability_exhibits();

// On two devices with a fabric, which is there before any device is opened.
struct FabricExhibit {
    const char* name;
    std::size_t (*run)(bool repaired);
};
std::span<const FabricExhibit> fabric_exhibits();

}  // namespace ironbird::tests::zoo
