// Where operators run: the scalar reference, this machine's vectors, and once a chip.
#pragma once

#include <atomic>
#include <memory>
#include <string_view>

#include "decode.hpp"
#include "pipeline.hpp"

namespace piper {

// Bytes that operators read and wrote in columns.
struct Traffic {
    std::atomic<std::uint64_t> read = 0;
    std::atomic<std::uint64_t> written = 0;
};

// Calls on different columns may run at the same time. Vocabularies are the engine's.
class Backend {
 public:
    virtual ~Backend() = default;
    virtual std::string_view name() const = 0;
    virtual void decode(std::string_view lines, const DecodeOptions& options, Decoded& into) = 0;
    virtual void run(const Step& step, Column& column, Traffic& traffic) = 0;
};

std::unique_ptr<Backend> reference_backend();
std::unique_ptr<Backend> host_backend();
// "host" and "reference". Throws Error for a chip: there are no kernels yet.
std::unique_ptr<Backend> find_backend(std::string_view name);

}  // namespace piper
