#include "tap_period.h"
