// What a library tells the inspector about its settings.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tt::tt_metal::inspector {

enum class ConfigScope : uint8_t { Environment = 0, RtOptions = 1, TtnnConfig = 2 };

struct ConfigurationEntry {
    std::string name;
    std::string value;
    ConfigScope scope;
};

using ConfigCallback = std::function<std::vector<ConfigurationEntry>()>;

// May be called before main().
void add_config_callback(ConfigCallback callback);

}  // namespace tt::tt_metal::inspector
