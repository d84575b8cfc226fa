// A command queue of a device: one stream for each of its chips, events and trace capture.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/sub_device_types.hpp>
#include <vector>

#include "host/queue/runner.hpp"

namespace ironbird::host {

struct DeviceState;
struct ProgramState;
struct Trace;

class Queue {
 public:
    Queue(DeviceState& device, std::uint32_t id);
    ~Queue();

    std::uint32_t id() const { return id_; }
    DeviceState& device() const { return device_; }

    // Chips are named by their place in the device. Data is copied, or written at once.
    void write(std::span<const std::size_t> chips, const tt::tt_metal::Buffer& buffer,
               const tt::tt_metal::BufferRegion& region, const void* data);
    void read(std::size_t chip, const tt::tt_metal::Buffer& buffer,
              const tt::tt_metal::BufferRegion& region, void* data,
              std::shared_ptr<const void> owner = nullptr);
    // Before the launches of one call: chips of a fabric, whose clock is one, are asked by a host
    // that has done all it did before, for whichever of them.
    void begin_call();
    void launch(std::span<const std::size_t> chips, ProgramState& program);
    void replay(const Trace& trace);

    std::uint32_t record_event(std::span<const tt::tt_metal::SubDeviceId> sub_devices,
                               std::span<const std::size_t> chips);
    void wait_for(const Queue& other, std::uint32_t event);
    bool event_done(std::uint32_t event) const;
    void synchronize(std::uint32_t event);

    void finish(std::span<const tt::tt_metal::SubDeviceId> sub_devices);
    void finish_everything();

    // What is launched from now on goes into the trace instead.
    void begin_capture(std::uint32_t trace);
    std::shared_ptr<Trace> end_capture(std::uint32_t trace);
    std::optional<std::uint32_t> capturing() const;

    std::vector<std::size_t> all_chips() const;

 private:
    std::shared_ptr<EventState> event(std::uint32_t id) const;
    void forget_old_events();
    void need_no_capture(const char* what) const;
    const arch::Product& product() const;
    CoreMask stall() const;

    DeviceState& device_;
    std::uint32_t id_;
    std::vector<Stream*> streams_;
    std::map<std::uint32_t, std::shared_ptr<EventState>> events_;
    std::uint32_t next_event_ = 1;
    std::shared_ptr<Trace> capture_;
};

}  // namespace ironbird::host
