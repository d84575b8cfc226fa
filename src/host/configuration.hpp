// What the options mean to each part below the host layer: they take these values and never look
// at the environment themselves.
#pragma once

#include <string>
#include <vector>

#include "arch/product.hpp"
#include "device/engine_options.hpp"
#include "host/options/options.hpp"
#include "jit/jit.hpp"
#include "report/profile_files.hpp"

namespace ironbird::ranks {
struct Identity;
}

namespace ironbird::host {

device::EngineOptions engine_options(const Options& options);
jit::JitOptions jit_options(const Options& options);

// Who a rank is that was given this command.
ranks::Identity rank_identity(const std::string& command);

// TT_METAL_CACHE, else ~/.cache/tt-metal-cache, else /tmp/tt-metal-cache; our part of it.
std::string cache_folder(const Options& options);

// The products of devices 0, 1, …; the last one is that of all further devices.
std::vector<const arch::Product*> products_of(const Options& options);

// The one for what needs no device: that of device 0.
const arch::Product& product_of(const Options& options);

// Cores of a product that programs may use.
arch::Grid usable_grid(const Options& options, const arch::Product& product);

report::ProfilePlaces profile_places(const Options& options);

// "timed", "eager", "late" or "random".
const char* name(noc::Mode mode);
noc::Mode noc_mode(const Options& options);

}  // namespace ironbird::host
