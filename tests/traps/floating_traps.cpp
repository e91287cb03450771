// With ROPEWALK_TRAPS the processor stops at the operation that makes the first NaN or infinity: SIGFPE, and a debugger
// shows the line. Tests that let a rope explode, or ask for nonsense, end there too: name those that are to run.

#include <fenv.h> // feenableexcept is an extension of glibc

namespace
{

[[maybe_unused]] const int before = feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);

} // namespace
