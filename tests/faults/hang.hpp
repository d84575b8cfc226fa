// Expecting a hang: its id and the lines of its screen; and programs of a few kernels to provoke
// it.
#pragma once

#include <map>

#include "fault.hpp"

namespace ironbird::tests {

using namespace tt::tt_metal;

using Defines = std::map<std::string, std::string>;

// A program that is put together kernel by kernel.
struct Parts {
    Program program = CreateProgram();

    static std::string path(const std::string& name) {
        return examples::kernel("tests/faults/kernels/hang/" + name);
    }
    void add_cb(const CoreRange& cores, std::uint8_t index, std::uint32_t pages,
                std::uint32_t page = 64) {
        CreateCircularBuffer(program, cores, cb(pages * page, page, index));
    }
    KernelHandle brisc(const std::string& name, const CoreRange& cores, examples::Words args,
                       const Defines& defines = {}) {
        DataMovementConfig config = examples::writer(std::move(args));
        config.defines = defines;
        return CreateKernel(program, path(name), cores, config);
    }
    KernelHandle ncrisc(const std::string& name, const CoreRange& cores, examples::Words args,
                        const Defines& defines = {}) {
        DataMovementConfig config = examples::reader(std::move(args));
        config.defines = defines;
        return CreateKernel(program, path(name), cores, config);
    }
    // Counts are arguments, so that the kernels are compiled once.
    void produce(const CoreRange& cores, std::uint32_t cb, std::uint32_t pages,
                 std::uint32_t batch) {
        SetCommonRuntimeArgs(program, ncrisc("produce.cpp", cores, {cb}),
                             examples::Words{pages, batch});
    }
    struct Consumer {
        std::uint32_t cb, pages, batch, pops, delay = 0;
        bool on_ncrisc = false;
    };
    void consume(const CoreRange& cores, const Consumer& c) {
        const examples::Words built{c.cb, c.pops != 0 ? 1U : 0U};
        const KernelHandle kernel =
            c.on_ncrisc ? ncrisc("consume.cpp", cores, built) : brisc("consume.cpp", cores, built);
        SetCommonRuntimeArgs(program, kernel, examples::Words{c.pages, c.batch, c.delay, c.pops});
    }
    void run(examples::Session& session) { session.run(std::move(program)); }
};

inline const CoreRange kOne{CoreCoord{0, 0}};

}  // namespace ironbird::tests
