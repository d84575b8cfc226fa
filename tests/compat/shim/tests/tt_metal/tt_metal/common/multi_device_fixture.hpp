// In the place of the header of upstream's tests: fixtures that open a mesh, or skip where the
// machine is smaller.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/hal.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/mesh_device.hpp>
#include <tt-metalium/system_mesh.hpp>

#include "tt_metal/test_utils/env_vars.hpp"

namespace tt::tt_metal {

class MeshDeviceFixtureBase : public ::testing::Test {
 public:
    std::shared_ptr<distributed::MeshDevice> get_mesh_device() { return mesh_device_; }

 protected:
    using MeshDevice = distributed::MeshDevice;
    using MeshDeviceConfig = distributed::MeshDeviceConfig;
    using MeshShape = distributed::MeshShape;

    struct Config {
        std::optional<MeshShape> mesh_shape;  // none: the whole machine
        std::optional<distributed::MeshCoordinate> mesh_offset;
        std::optional<tt::ARCH> arch;
        int num_cqs = 1;
        std::uint32_t l1_small_size = DEFAULT_L1_SMALL_SIZE;
        std::uint32_t trace_region_size = DEFAULT_TRACE_REGION_SIZE;
        std::uint32_t worker_l1_size = DEFAULT_WORKER_L1_SIZE;
        tt_fabric::FabricConfig fabric_config = tt_fabric::FabricConfig::DISABLED;
    };

    explicit MeshDeviceFixtureBase(const Config& config) : config_(config) {}

    void SetUp() override {
        const MeshShape machine = distributed::SystemMesh::instance().shape();
        if (config_.arch && *config_.arch != hal::get_arch()) GTEST_SKIP() << "needs another chip";
        if (config_.mesh_shape && config_.mesh_shape->mesh_size() > machine.mesh_size())
            GTEST_SKIP() << "needs " << config_.mesh_shape->mesh_size() << " chips";
        max_cbs_ = hal::get_arch_num_circular_buffers();
        if (has_fabric()) tt_fabric::SetFabricConfig(config_.fabric_config);
        mesh_device_ = MeshDevice::create(
            MeshDeviceConfig(config_.mesh_shape.value_or(machine), config_.mesh_offset),
            config_.l1_small_size, config_.trace_region_size, config_.num_cqs, DispatchCoreConfig{},
            {}, config_.worker_l1_size);
    }

    void TearDown() override {
        if (!mesh_device_) return;
        mesh_device_->close();
        mesh_device_.reset();
        if (has_fabric()) tt_fabric::SetFabricConfig(tt_fabric::FabricConfig::DISABLED);
    }

    bool has_fabric() const { return config_.fabric_config != tt_fabric::FabricConfig::DISABLED; }

    std::shared_ptr<MeshDevice> mesh_device_;
    std::uint32_t max_cbs_ = 0;
    Config config_;
};

template <int Rows, int Columns, int Queues = 1>
class MeshDeviceFixtureOf : public MeshDeviceFixtureBase {
 protected:
    MeshDeviceFixtureOf()
        : MeshDeviceFixtureBase({.mesh_shape = MeshShape(Rows, Columns), .num_cqs = Queues}) {}
};

template <int Queues>
class MeshDeviceFixtureOfAll : public MeshDeviceFixtureBase {
 protected:
    MeshDeviceFixtureOfAll() : MeshDeviceFixtureBase({.num_cqs = Queues}) {}
};

class GenericMeshDeviceFixture : public MeshDeviceFixtureOfAll<1> {};
class GenericMultiCQMeshDeviceFixture : public MeshDeviceFixtureOfAll<2> {};
class MeshDevice1x1Fixture : public MeshDeviceFixtureOf<1, 1> {};
class MeshDevice1x2Fixture : public MeshDeviceFixtureOf<1, 2> {};
class MeshDevice2x2Fixture : public MeshDeviceFixtureOf<2, 2> {};
class MeshDevice2x4Fixture : public MeshDeviceFixtureOf<2, 4> {};
class MeshDevice4x8Fixture : public MeshDeviceFixtureOf<4, 8> {};
class MultiCQMeshDevice2x4Fixture : public MeshDeviceFixtureOf<2, 4, 2> {};

}  // namespace tt::tt_metal
