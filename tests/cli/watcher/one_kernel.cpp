// Runs one kernel, the file that is named, on BRISC of core (1,0).
#include <tt-logger/tt-logger.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>

using namespace tt::tt_metal;

int main(int argc, char** argv) {
    if (argc != 2) return 1;
    log_info(tt::LogTest, "runs {}", argv[1]);
    auto device = distributed::MeshDevice::create_unit_mesh(0);
    Program program = CreateProgram();
    const CoreCoord core{1, 0};
    CreateCircularBuffer(
        program, core,
        CircularBufferConfig(64, {{0, tt::DataFormat::UInt32}}).set_page_size(0, 64));
    CreateKernel(
        program, argv[1], core,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_0, .noc = NOC::NOC_0});
    distributed::MeshWorkload workload;
    workload.add_program(distributed::MeshCoordinateRange(device->shape()), std::move(program));
    distributed::EnqueueMeshWorkload(device->mesh_command_queue(), workload, false);
    distributed::Finish(device->mesh_command_queue());
    device->close();
}
