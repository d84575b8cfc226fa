// Another path to tt_metal/fabric/fabric_edm_packet_header.hpp.
#pragma once

#include "tt_metal/fabric/fabric_edm_packet_header.hpp"
