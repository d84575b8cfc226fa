// What a profile adds up to, for the record of a run.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "arch/product.hpp"
#include "profile/totals.hpp"

namespace ironbird::report {

struct ProfileRecord {
    const profile::Totals* totals = nullptr;
    const arch::Product* product = nullptr;
    arch::Grid grid{};               // cores that programs may use
    std::string folder, operations;  // of the profile's files; empty: there are none
};

nlohmann::json profile_json(const ProfileRecord& record);

}  // namespace ironbird::report
