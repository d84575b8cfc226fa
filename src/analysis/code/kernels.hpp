// Kernels that a host source names, and what is in their files.
#pragma once

#include <map>

#include "analysis/code/value.hpp"

namespace ironbird::analysis::code {

class Kernels {
 public:
    // `source` is the host source that names them: kernels may lie beside it or above.
    Kernels(Evaluator& evaluator, const Settings& settings, std::filesystem::path source)
        : evaluator_(evaluator), settings_(settings), source_(std::move(source)) {}

    Kernel of_call(CXCursor call, const Scope& scope);
    Kernel of_descriptor(CXCursor list, const Scope& scope);

 private:
    void name(Kernel& kernel, CXCursor path, const Scope& scope);
    std::string processor(CXCursor configuration, const Scope& scope);

    Evaluator& evaluator_;
    const Settings& settings_;
    std::filesystem::path source_;
};

// The file that a relative path means: from the roots, then from the source's folder upwards.
std::optional<std::filesystem::path> find_kernel(const std::string& name,
                                                 const std::filesystem::path& source,
                                                 const Settings& settings);

// Parsed once for each file and kind of processor.
KernelSource count_kernel(const std::filesystem::path& file, const std::string& processor,
                          const Settings& settings);

}  // namespace ironbird::analysis::code
