#include "bindings.hpp"
#include "constants.hpp"

#include <ropewalk/version.hpp>

PYBIND11_MODULE(_ropewalk, module)
{
    module.doc() = "Ropes as masses and springs, in SI units.";
    module.attr("__version__") = std::string(ropewalk::version);
    ropewalk::bindConstants(module);
    ropewalk::bindRope(module);
    ropewalk::bindRod(module);
    ropewalk::bindFleet(module);
    ropewalk::bindScene(module);
    ropewalk::bindAdvice(module);
}
