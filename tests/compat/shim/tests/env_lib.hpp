// A private header of upstream's that its tests include.
#pragma once

#include <cstdlib>
#include <string>
