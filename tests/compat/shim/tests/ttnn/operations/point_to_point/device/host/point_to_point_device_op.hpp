// A private header of upstream's that a test includes and uses nothing of.
#pragma once
