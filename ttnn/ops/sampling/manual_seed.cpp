// manual_seed: the state that sampling draws from.
#include "ttnn/operations/reduction/manual_seed/manual_seed.hpp"

#include <map>
#include <mutex>
#include <tt_stl/assert.hpp>

#include "ops/sampling/seeds.hpp"
#include "ttnn/operations/creation/creation.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace sampling_op {
namespace {

struct Generator {
    bool is_set = false;
    std::uint32_t seed = 0, calls = 0;
};

// Devices are told apart by their numbers: one that is opened later begins with what the earlier
// one had set.
struct Generators {
    std::mutex mutex;
    std::map<int, std::array<Generator, kUsers>> of_device;
    std::uint32_t calls = 0;
};

Generators& generators() {
    static Generators all;
    return all;
}

}  // namespace

Seeds next_seeds(const MeshDevice& device) {
    Generators& all = generators();
    const std::scoped_lock lock(all.mutex);
    auto& users = all.of_device[device.id()];
    const std::uint32_t fresh = 0x51ed270bU + ++all.calls;
    Seeds seeds{};
    for (std::uint32_t user = 0; user < kUsers; ++user)
        seeds[user] =
            users[user].is_set ? users[user].seed * 0x2545f491U + users[user].calls++ : fresh;
    return seeds;
}

void set_seed(const MeshDevice& device, std::uint32_t user, std::uint32_t seed) {
    TT_FATAL(user < kUsers, "manual_seed: user {} is not one of {}", user, kUsers);
    const std::scoped_lock lock(generators().mutex);
    generators().of_device[device.id()][user] = {true, seed, 0};
}

namespace {

using Numbers = std::variant<std::uint32_t, Tensor>;

std::vector<std::uint32_t> listed(const Numbers& numbers, const char* what) {
    if (const auto* one = std::get_if<std::uint32_t>(&numbers)) return {*one};
    const auto& tensor = std::get<Tensor>(numbers);
    TT_FATAL(tensor.dtype() == DataType::UINT32 && tensor.layout() == Layout::ROW_MAJOR,
             "manual_seed: {} are {} in {}, UINT32 in ROW_MAJOR is allowed", what, tensor.dtype(),
             tensor.layout());
    return tensor.to_vector<std::uint32_t>();
}

MeshDevice& device_of(std::optional<std::reference_wrapper<MeshDevice>> device,
                      const Numbers& seeds, const std::optional<Numbers>& users) {
    if (device) return *device;
    for (const Numbers* numbers : {&seeds, users ? &*users : nullptr})
        if (numbers != nullptr)
            if (const auto* tensor = std::get_if<Tensor>(numbers);
                tensor && tensor->device() != nullptr)
                return *tensor->device();
    TT_THROW("manual_seed: neither a device nor a tensor on one is given");
}

}  // namespace
}  // namespace sampling_op

Tensor manual_seed(const std::variant<std::uint32_t, Tensor>& seeds,
                   std::optional<std::reference_wrapper<MeshDevice>> device,
                   const std::optional<std::variant<std::uint32_t, Tensor>>& user_ids,
                   const std::optional<CoreRangeSet>&) {
    using namespace sampling_op;
    MeshDevice& target = device_of(device, seeds, user_ids);
    const std::vector<std::uint32_t> numbers = listed(seeds, "seeds");
    std::vector<std::uint32_t> users;
    if (user_ids)
        users = listed(*user_ids, "user ids");
    else
        for (std::uint32_t user = 0; user < kUsers; ++user) users.push_back(user);
    TT_FATAL(std::holds_alternative<std::uint32_t>(seeds) ||
                 (user_ids && numbers.size() == users.size()),
             "manual_seed: {} seeds are given for {} users", numbers.size(), users.size());
    for (std::size_t i = 0; i < users.size(); ++i)
        set_seed(target, users[i], numbers.size() == 1 ? numbers[0] : numbers[i]);
    return zeros(tt::tt_metal::Shape({1}), DataType::UINT32, Layout::ROW_MAJOR, std::ref(target));
}

}  // namespace ttnn
