// A program: kernels on cores with their circular buffers, semaphores and arguments.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace ironbird::host {
struct ProgramState;
}

namespace tt::tt_metal {

struct ProgramDescriptor;
class CircularBuffer;

using ProgramId = std::uint64_t;

class Program {
 public:
    Program();
    explicit Program(const ProgramDescriptor& descriptor);
    ~Program() noexcept;

    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    Program(Program&& other) noexcept;
    Program& operator=(Program&& other) noexcept;

    // Names the program in profiles and reports.
    void set_runtime_id(ProgramId id);
    ProgramId get_runtime_id() const;

    std::vector<std::shared_ptr<CircularBuffer>> circular_buffers() const;

    ironbird::host::ProgramState& state() const { return *state_; }

 private:
    std::shared_ptr<ironbird::host::ProgramState> state_;
};

}  // namespace tt::tt_metal
