// The three families, a file each.
#pragma once

#include <span>

#include "arch/product.hpp"

namespace ironbird::arch {

std::span<const Product> grayskull_products();
std::span<const Product> wormhole_products();
std::span<const Product> blackhole_products();

}  // namespace ironbird::arch
