#include "session.hpp"

#include "cli/command_line.hpp"

int main(int argc, char** argv)
{
    return ropewalk::runCommandLine(
        argc, argv, [](const ropewalk::WindowOptions& options) { return ropewalk::Session(options).run(); });
}
