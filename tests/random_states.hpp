#pragma once

#include <cstdlib>

/// The random states that a test tries, each the seed of its random numbers. Two environment variables ask for others:
/// ROPEWALK_STATES=10000 for so many, ROPEWALK_FIRST_STATE=5000 for those from this one on.
struct RandomStates
{
    explicit RandomStates(int usual) : count(variable("ROPEWALK_STATES", usual)) {}

    int first = variable("ROPEWALK_FIRST_STATE", 0);
    int count;
    int end() const { return first + count; }
    bool asked = std::getenv("ROPEWALK_STATES") != nullptr; ///< for others than usual

private:
    static int variable(const char* name, int otherwise)
    {
        const char* text = std::getenv(name);
        return text ? std::atoi(text) : otherwise;
    }
};
