// What the chips of a cluster have otherwise than the product that they are.
#pragma once

#include "arch/cluster.hpp"

namespace ironbird::arch {

// The product of its chips. Throws usage if there is no such product.
const Product& chip_of(const ClusterPlan& plan);

}  // namespace ironbird::arch
