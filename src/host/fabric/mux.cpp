// What lies where on the core of a mux, and the arguments of its kernel and its clients.
#include <array>
#include <tt-metalium/program_descriptors.hpp>

#include "base/require.hpp"
#include "host/device/device_state.hpp"
#include "host/fabric/fabric.hpp"

namespace tt::tt_fabric {

using namespace ironbird;
using namespace ironbird::host;
using tt_metal::CoreCoord;
using tt_metal::Program;
using tt_metal::ProgramDescriptor;

namespace {

constexpr size_t kMuxWord = 16;  // of L1, that the NoC reads and writes by itself
constexpr uint8_t kDefaultBuffers = 8;
constexpr const char* kSecondForm = "tt_metal/fabric/impl/kernels/tt_fabric_mux_v2.cpp";

void need_buffer_size(size_t bytes) {
    const size_t most = FabricHost::get().setup().slot_bytes();
    require(bytes <= most && bytes % kMuxWord == 0, Fault::host_argument,
            "the buffers of a mux's channel are {} bytes, a multiple of {} up to {} is allowed",
            bytes, kMuxWord, most);
}

void need_room(size_t end) {
    const size_t l1 = Machine::get().only_chip("a mux").product().memory.l1_bytes;
    require(end <= l1, Fault::host_argument, "the mux needs L1 up to {:#x}, which ends at {:#x}",
            end, l1);
}

uint32_t as_argument(size_t value) {
    return static_cast<uint32_t>(value);
}

}  // namespace

// ---- first form

FabricMuxConfig::FabricMuxConfig(uint8_t num_full_size_channels, uint8_t num_header_only_channels,
                                 uint8_t num_buffers_full_size_channel,
                                 uint8_t num_buffers_header_only_channel,
                                 size_t buffer_size_bytes_full_size_channel, size_t base_l1_address,
                                 CoreType core_type)
    : base_(base_l1_address),
      channels_{num_full_size_channels, num_header_only_channels},
      buffers_{num_buffers_full_size_channel, num_buffers_header_only_channel},
      buffer_bytes_{buffer_size_bytes_full_size_channel, 0} {
    Lock lock;
    require(core_type == CoreType::WORKER, Fault::not_modelled,
            "a mux on a core of type {} is not modelled: WORKER is", static_cast<int>(core_type));
    require(channels_[0] + channels_[1] > 0, Fault::host_argument,
            "a mux needs a channel of at least one type");
    require(channels_[0] + channels_[1] <= fabric::kStreamsOfCore, Fault::host_argument,
            "a mux has {} channels, {} are allowed", channels_[0] + channels_[1],
            fabric::kStreamsOfCore);
    for (uint8_t& buffers : buffers_)
        if (buffers == 0) buffers = kDefaultBuffers;
    need_buffer_size(buffer_bytes_[0]);
    buffer_bytes_[1] = FabricHost::get().setup().header_bytes;
    need_room(get_memory_map_end_address());
}

size_t FabricMuxConfig::units(Part part) const {
    switch (part) {
        case full_channels:
            return channels_[0];
        case header_channels:
            return channels_[1];
        case status:
        case router_status:
        case termination:
            return 1;
        case end:
            return 0;
        default:
            return size_t{channels_[0]} + channels_[1];
    }
}

size_t FabricMuxConfig::unit_bytes(Part part) const {
    switch (part) {
        case connection_info:
            return sizeof(EDMChannelWorkerLocationInfo);
        case full_channels:
            return buffers_[0] * buffer_bytes_[0];
        case header_channels:
            return buffers_[1] * buffer_bytes_[1];
        default:
            return kMuxWord;
    }
}

size_t FabricMuxConfig::address(Part part, size_t unit) const {
    size_t at = base_;
    for (int i = 0; i < part; i++) {
        const auto before = static_cast<Part>(i);
        at += units(before) * unit_bytes(before);
    }
    return at + unit * unit_bytes(part);
}

// Those with payload come first.
size_t FabricMuxConfig::number(FabricMuxChannelType type, uint8_t channel) const {
    const auto i = static_cast<size_t>(type);
    require(channel < channels_[i], Fault::host_argument,
            "the mux has no {} channel {}: there are {}", i == 0 ? "full size" : "header only",
            channel, channels_[i]);
    return i == 0 ? channel : size_t{channels_[0]} + channel;
}

std::vector<uint32_t> FabricMuxConfig::get_fabric_mux_compile_time_args() const {
    Lock lock;
    const auto& product = Machine::get().only_chip("a mux").product();
    const size_t slots =
        router_slots_ != 0
            ? router_slots_
            : fabric::layout_of(product.ethernet, FabricHost::get().setup()).senders[0].slots;
    // A router of the model is ready before any program runs.
    const bool waits = waits_for_router_ && router_status_ != 0;
    std::vector<uint32_t> args = {channels_[0],
                                  buffers_[0],
                                  as_argument(buffer_bytes_[0]),
                                  channels_[1],
                                  buffers_[1],
                                  as_argument(address(status)),
                                  as_argument(address(termination)),
                                  as_argument(address(connection_info)),
                                  as_argument(address(handshake)),
                                  as_argument(address(flow_control)),
                                  as_argument(address(full_channels)),
                                  as_argument(address(router_status)),
                                  as_argument(router_status_),
                                  as_argument(slots),
                                  as_argument(full_size_iterations_),
                                  as_argument(iterations_between_checks_),
                                  0,  // ProgrammableCoreType::TENSIX
                                  waits ? 1u : 0u};
    for (uint32_t stream = 0; stream < units(handshake); stream++) args.push_back(stream);
    return args;
}

template <typename ProgramOrDescriptor>
std::vector<uint32_t> FabricMuxConfig::get_fabric_mux_run_time_args(
    const FabricNodeId& src_fabric_node_id, const FabricNodeId& dst_fabric_node_id,
    uint32_t link_idx, ProgramOrDescriptor& mux_program_or_desc,
    const CoreCoord& mux_logical_core) const {
    const auto regions = get_memory_regions_to_clear();
    std::vector<uint32_t> args{as_argument(regions.size())};
    for (const auto& [at, bytes] : regions)
        args.insert(args.end(), {as_argument(at), as_argument(bytes)});
    append_fabric_connection_rt_args(src_fabric_node_id, dst_fabric_node_id, link_idx,
                                     mux_program_or_desc, mux_logical_core, args);
    return args;
}
template std::vector<uint32_t> FabricMuxConfig::get_fabric_mux_run_time_args<Program>(
    const FabricNodeId&, const FabricNodeId&, uint32_t, Program&, const CoreCoord&) const;
template std::vector<uint32_t> FabricMuxConfig::get_fabric_mux_run_time_args<ProgramDescriptor>(
    const FabricNodeId&, const FabricNodeId&, uint32_t, ProgramDescriptor&, const CoreCoord&) const;

uint8_t FabricMuxConfig::get_num_channels(FabricMuxChannelType type) const {
    return channels_[static_cast<size_t>(type)];
}
uint8_t FabricMuxConfig::get_num_buffers(FabricMuxChannelType type) const {
    return buffers_[static_cast<size_t>(type)];
}
size_t FabricMuxConfig::get_buffer_size_bytes(FabricMuxChannelType type) const {
    return buffer_bytes_[static_cast<size_t>(type)];
}
size_t FabricMuxConfig::get_status_address() const {
    return address(status);
}
size_t FabricMuxConfig::get_termination_signal_address() const {
    return address(termination);
}
size_t FabricMuxConfig::get_channel_credits_stream_id(FabricMuxChannelType type,
                                                      uint8_t channel) const {
    return number(type, channel);
}
size_t FabricMuxConfig::get_channel_base_address(FabricMuxChannelType type, uint8_t channel) const {
    number(type, channel);
    return address(
        type == FabricMuxChannelType::FULL_SIZE_CHANNEL ? full_channels : header_channels, channel);
}
size_t FabricMuxConfig::get_connection_info_address(FabricMuxChannelType type,
                                                    uint8_t channel) const {
    return address(connection_info, number(type, channel));
}
size_t FabricMuxConfig::get_connection_handshake_address(FabricMuxChannelType type,
                                                         uint8_t channel) const {
    return address(handshake, number(type, channel));
}
size_t FabricMuxConfig::get_flow_control_address(FabricMuxChannelType type, uint8_t channel) const {
    return address(flow_control, number(type, channel));
}
size_t FabricMuxConfig::get_buffer_index_address(FabricMuxChannelType type, uint8_t channel) const {
    return address(buffer_index, number(type, channel));
}

void FabricMuxConfig::set_num_full_size_channel_iters(size_t new_val) {
    require(channels_[0] > 0 && new_val > 0, Fault::host_argument,
            "{} iterations over {} full size channels of a mux: both must be at least 1", new_val,
            channels_[0]);
    full_size_iterations_ = new_val;
}
void FabricMuxConfig::set_num_iters_between_teardown_checks(size_t new_val) {
    require(new_val > 0, Fault::host_argument,
            "0 iterations between two checks of a mux: it would send nothing");
    iterations_between_checks_ = new_val;
}
void FabricMuxConfig::set_wait_for_fabric_endpoint_ready(bool wait_for_ready) {
    waits_for_router_ = wait_for_ready;
}
void FabricMuxConfig::set_fabric_endpoint_channel_num_buffers(size_t num_buffers) {
    router_slots_ = num_buffers;
}
void FabricMuxConfig::set_fabric_endpoint_status_address(size_t address) {
    router_status_ = address;
}

size_t FabricMuxConfig::get_memory_map_end_address() const {
    return address(end);
}

std::vector<std::pair<size_t, size_t>> FabricMuxConfig::get_memory_regions_to_clear() const {
    std::vector<std::pair<size_t, size_t>> regions;
    for (const Part part : {termination, handshake, flow_control, buffer_index})
        regions.emplace_back(address(part), units(part) * unit_bytes(part));
    return regions;
}

// ---- second form

namespace {

// Its memory: status, then location info, handshakes and slots of all channels.
struct SecondForm {
    size_t status, info, handshake, slots, end;
    SecondForm(size_t base, size_t channels, size_t buffers, size_t buffer_bytes)
        : status((base + kMuxWord - 1) / kMuxWord * kMuxWord),
          info(status + kMuxWord),
          handshake(info + channels * sizeof(EDMChannelWorkerLocationInfo)),
          slots(handshake + channels * kMuxWord),
          end(slots + channels * buffers * buffer_bytes) {}
};

}  // namespace

FabricMuxV2Config::FabricMuxV2Config(uint8_t num_channels, uint8_t num_buffers_per_channel,
                                     size_t channel_buffer_size_bytes, size_t base_l1_address)
    : channels_(num_channels),
      buffers_(num_buffers_per_channel),
      buffer_bytes_(channel_buffer_size_bytes),
      base_(base_l1_address) {
    Lock lock;
    require(channels_ > 0 && channels_ <= fabric::kStreamsOfCore, Fault::host_argument,
            "a mux has {} channels, 1 to {} are allowed", channels_, fabric::kStreamsOfCore);
    require(buffers_ > 0, Fault::host_argument, "the channels of a mux have no buffers");
    need_buffer_size(buffer_bytes_);
    need_room(get_memory_map_end_address());
}

size_t FabricMuxV2Config::get_memory_map_end_address() const {
    return SecondForm(base_, channels_, buffers_, buffer_bytes_).end;
}

void FabricMuxV2Config::append_client_connection_rt_args(const CoreCoord& mux_virtual_core,
                                                         uint8_t logical_channel_id,
                                                         const ClientSemaphores& client_semaphores,
                                                         std::vector<uint32_t>& worker_args) const {
    require(logical_channel_id < channels_, Fault::host_argument,
            "the mux has no channel {}: there are {}", logical_channel_id, channels_);
    const SecondForm at(base_, channels_, buffers_, buffer_bytes_);
    worker_args.insert(
        worker_args.end(),
        {as_argument(mux_virtual_core.x), as_argument(mux_virtual_core.y), logical_channel_id,
         buffers_, as_argument(buffer_bytes_),
         as_argument(at.slots + logical_channel_id * buffers_ * buffer_bytes_),
         as_argument(at.info + logical_channel_id * sizeof(EDMChannelWorkerLocationInfo)),
         as_argument(at.handshake + logical_channel_id * kMuxWord),
         client_semaphores.flow_control_sem_id, client_semaphores.teardown_sem_id,
         as_argument(at.status)});
}

void add_fabric_mux_v2_to_program(Program& program, const FabricMuxV2Config& config,
                                  const CoreCoord& mux_logical_core,
                                  const std::vector<uint32_t>& downstream_sender_rt_args,
                                  tt_metal::NOC forwarder_noc) {
    const SecondForm at(config.base_, config.channels_, config.buffers_, config.buffer_bytes_);
    const auto kernel = tt_metal::CreateKernel(
        program, kSecondForm, mux_logical_core,
        tt_metal::DataMovementConfig{
            .processor = tt_metal::DataMovementProcessor::RISCV_0,
            .noc = forwarder_noc,
            .compile_args = {config.channels_, config.buffers_, as_argument(config.buffer_bytes_),
                             as_argument(at.status), as_argument(at.info),
                             as_argument(at.handshake), as_argument(at.slots)}});
    tt_metal::SetRuntimeArgs(program, kernel, mux_logical_core, downstream_sender_rt_args);
}

void add_fabric_mux_v2_to_program(Program& program, const FabricMuxV2Config& config,
                                  const CoreCoord& mux_logical_core,
                                  const FabricNodeId& src_fabric_node_id,
                                  const FabricNodeId& dst_fabric_node_id, uint32_t link_idx,
                                  tt_metal::NOC forwarder_noc) {
    std::vector<uint32_t> args;
    append_fabric_connection_rt_args(src_fabric_node_id, dst_fabric_node_id, link_idx, program,
                                     mux_logical_core, args);
    add_fabric_mux_v2_to_program(program, config, mux_logical_core, args, forwarder_noc);
}

}  // namespace tt::tt_fabric
