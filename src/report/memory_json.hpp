// memory.json: the map of L1 over time and how circular buffers were used. Schema: docs/memory.md.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>

#include "profile/l1_use/memory_recorder.hpp"

namespace ironbird::report {

inline constexpr int kMemorySchema = 1;

// What the host knows of a chip.
struct MemoryShape {
    arch::Grid grid{};  // cores that programs may use; those of the file are numbered over it
    std::uint32_t l1_banks = 0;
};

// Shapes by chip.
nlohmann::ordered_json memory_json(const profile::MemoryRecorder& recorder,
                                   std::span<const MemoryShape> shapes);

// By rename, so that a reader never sees half of it; false when it cannot be written.
bool write_memory_json(const std::filesystem::path& file, const profile::MemoryRecorder& recorder,
                       std::span<const MemoryShape> shapes);

}  // namespace ironbird::report
