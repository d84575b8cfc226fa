// A private header of upstream's that its tests include and use nothing of.
#pragma once
