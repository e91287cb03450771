#include "app/platform/host.hpp"
#include "session.hpp"

#include "cli/command_line.hpp"

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

int main(int argc, char** argv)
{
    std::vector<std::string> arguments;
    try
    {
        arguments = ropewalk::startArguments(argc, argv);
    }
    catch (const std::invalid_argument& error) // a link to an unknown scene or constant
    {
        std::fprintf(stderr, "ropewalk: %s\n", error.what());
        return ropewalk::badUsage;
    }
    std::vector<char*> texts;
    texts.reserve(arguments.size() + 1);
    for (std::string& argument : arguments)
        texts.push_back(argument.data());
    texts.push_back(nullptr);
    return ropewalk::runCommandLine(static_cast<int>(arguments.size()), texts.data(),
                                    [](const ropewalk::WindowOptions& options)
                                    { return ropewalk::runLoop(std::make_unique<ropewalk::Session>(options)); });
}
