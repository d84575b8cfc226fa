// Programs that operations have built, by what they were built for.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tt-metalium/mesh_coord.hpp>
#include <tt-metalium/mesh_workload.hpp>
#include <tt-metalium/program.hpp>
#include <tt_stl/overloaded.hpp>
#include <tt_stl/unique_any.hpp>
#include <unordered_map>
#include <utility>

namespace tt::tt_metal::program_cache::detail {

// A program with what its operation has to remember, or references to somebody else's.
template <typename shared_variables_t>
struct CachedProgram {
    CachedProgram(Program&& program, shared_variables_t&& shared_variables)
        : CachedProgram(std::optional<Program>(std::move(program)),
                        std::optional<shared_variables_t>(std::move(shared_variables)), nullptr,
                        nullptr) {}
    CachedProgram(CachedProgram&& other) noexcept
        : CachedProgram(std::move(other.own_program_), std::move(other.own_variables_),
                        &other.program, &other.shared_variables) {}
    CachedProgram(const CachedProgram&) = delete;
    CachedProgram& operator=(const CachedProgram&) = delete;
    CachedProgram& operator=(CachedProgram&&) = delete;

    static CachedProgram proxy(Program& program, shared_variables_t& shared_variables) {
        return CachedProgram(std::nullopt, std::nullopt, &program, &shared_variables);
    }

 private:
    // What is owned comes first: the references below may refer to it.
    CachedProgram(std::optional<Program>&& own_program,
                  std::optional<shared_variables_t>&& own_variables, Program* other_program,
                  shared_variables_t* other_variables) noexcept
        : own_program_(std::move(own_program)),
          own_variables_(std::move(own_variables)),
          program(own_program_ ? *own_program_ : *other_program),
          shared_variables(own_variables_ ? *own_variables_ : *other_variables) {}

    std::optional<Program> own_program_;
    std::optional<shared_variables_t> own_variables_;

 public:
    Program& program;
    shared_variables_t& shared_variables;
};

template <typename shared_variables_t>
struct CachedMeshWorkload {
    distributed::MeshWorkload workload;
    shared_variables_t shared_variables;

    CachedMeshWorkload(distributed::MeshWorkload&& workload, shared_variables_t&& shared_variables)
        : workload(std::move(workload)), shared_variables(std::move(shared_variables)) {}
};

// One set of variables for each program of the workload.
template <typename shared_variables_t>
struct AdaptedCachedMeshWorkload {
    using VariablesByRange =
        std::unordered_map<distributed::MeshCoordinateRange, shared_variables_t>;

    distributed::MeshWorkload workload;
    VariablesByRange shared_variables;

    AdaptedCachedMeshWorkload(distributed::MeshWorkload&& workload,
                              VariablesByRange&& shared_variables)
        : workload(std::move(workload)), shared_variables(std::move(shared_variables)) {}
};

struct CachedProgramFactory {
    static constexpr auto MAX_SIZE = 4096;
    static constexpr auto ALIGNMENT = 32;

    ttsl::unique_any<MAX_SIZE, ALIGNMENT> cached_program;
    std::size_t program_factory_index = 0;

    template <typename V>
    CachedProgramFactory(CachedProgram<V>&& cached, std::size_t program_factory_index)
        : cached_program(std::move(cached)), program_factory_index(program_factory_index) {}
    template <typename V>
    CachedProgramFactory(CachedMeshWorkload<V>&& cached, std::size_t program_factory_index)
        : cached_program(std::move(cached)), program_factory_index(program_factory_index) {}
    template <typename V>
    CachedProgramFactory(AdaptedCachedMeshWorkload<V>&& cached, std::size_t program_factory_index)
        : cached_program(std::move(cached)), program_factory_index(program_factory_index) {}
};

// Two operations whose hashes collide still differ in their canonical text.
struct ProgramCacheKey {
    uint64_t hash = 0;
    std::string canonical;

    bool operator==(const ProgramCacheKey&) const = default;
    std::strong_ordering operator<=>(const ProgramCacheKey&) const = default;
};

struct ProgramCacheKeyHasher {
    std::size_t operator()(const ProgramCacheKey& key) const { return key.hash; }
};

struct ProgramCache {
    bool contains(const ProgramCacheKey& program_key) const { return cache_.contains(program_key); }
    CachedProgramFactory& get(const ProgramCacheKey& program_key) { return cache_.at(program_key); }
    // What is there already stays.
    void insert(const ProgramCacheKey& program_key, CachedProgramFactory&& program) {
        cache_.emplace(program_key, std::move(program));
    }

    void enable() { enabled_ = true; }
    void disable() { enabled_ = false; }
    bool is_enabled() const { return enabled_; }

    void set_cache_misses_allowed(bool allowed) { misses_allowed_ = allowed; }
    bool cache_misses_allowed() const { return misses_allowed_; }

    void clear() { cache_.clear(); }
    std::size_t num_entries() const { return cache_.size(); }

 private:
    bool enabled_ = true;
    bool misses_allowed_ = true;
    std::unordered_map<ProgramCacheKey, CachedProgramFactory, ProgramCacheKeyHasher> cache_;
};

}  // namespace tt::tt_metal::program_cache::detail
