// What the command line asks of the host layer, beside the public API.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "abi/kernel.hpp"
#include "arch/product.hpp"
#include "host/options/options.hpp"
#include "jit/jit.hpp"

namespace ironbird::host {

// A kernel to be compiled without a program around it.
struct KernelBuild {
    std::string path;
    const arch::Product* product = nullptr;
    abi::Processor processor = abi::Processor::brisc;
    std::vector<std::uint32_t> compile_args;
    std::map<std::string, std::uint32_t> named_args;
    std::map<std::string, std::string> defines;
};

// The same request that CreateKernel and a launch would make, with the processor's default NoC.
jit::Request kernel_request(const Options& options, const KernelBuild& build);

// The record of a run: <IRONBIRD_RUN_DIR>/run.json, written when the process ends, also when a
// fault leaves main or the process aborts; nothing is written when the option is empty.
//   schema 1, version, upstream, chip, chips, noc, window, threads, slow_dispatch,
//   programs (launches), cycles (latest completion on any chip), seconds (the same in modelled
//   time), wall_seconds, kernels {compiled, from_cache, hashes [], sources []},
//   traffic {noc_bytes [2], noc_transactions, dram_read_bytes, dram_write_bytes},
//   faults [{slug, text}] in order of appearance, checked "memory,noc,...",
//   findings [] as check/finding_text.hpp says
}  // namespace ironbird::host
