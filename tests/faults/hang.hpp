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
    void run(examples::Session& session) { session.run(std::move(program)); }
};

inline const CoreRange kOne{CoreCoord{0, 0}};

}  // namespace ironbird::tests
