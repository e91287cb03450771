#include "window.hpp"

#include "session.hpp"

namespace ropewalk
{

int openWindow(const WindowOptions& options)
{
    return Session(options).run();
}

} // namespace ropewalk
