#include "program.hpp"

#include "catch.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <stdexcept>

extern char** environ;

namespace fs = std::filesystem;

namespace
{

std::string contents(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

Outcome spawn(const std::string& program, std::vector<std::string> arguments)
{
    const std::string name = "ropewalk_cli_" + std::to_string(std::random_device{}());
    const fs::path out = fs::temp_directory_path() / (name + ".out");
    const fs::path error = fs::temp_directory_path() / (name + ".err");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, error.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);

    arguments.insert(arguments.begin(), program);
    std::vector<char*> pointers;
    for (std::string& argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    pid_t child = 0;
    const int failure = posix_spawn(&child, program.c_str(), &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0)
        throw std::runtime_error("cannot start " + program);
    int status = 0;
    waitpid(child, &status, 0);
    Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contents(out), contents(error)};
    fs::remove(out);
    fs::remove(error);
    return outcome;
}

} // namespace

Outcome runProgram(const std::vector<std::string>& arguments)
{
    return spawn(ROPEWALK_PROGRAM, arguments);
}

Outcome runShell(const std::string& shell)
{
    return spawn("/bin/sh", {"-c", "P=\"$0\"; " + shell, ROPEWALK_PROGRAM});
}

WorkFolder::WorkFolder()
    : before_(fs::current_path()),
      path_(fs::temp_directory_path() / ("ropewalk \xc3\xa4 " + std::to_string(std::random_device{}())))
{
    fs::create_directory(path_);
    fs::current_path(path_);
}

WorkFolder::~WorkFolder()
{
    fs::current_path(before_);
    fs::remove_all(path_);
}

void WorkFolder::write(const std::string& name, const std::string& text) const
{
    std::ofstream(path_ / name, std::ios::binary) << text;
}

std::string WorkFolder::read(const std::string& name) const
{
    REQUIRE(fs::exists(path_ / name));
    return contents(path_ / name);
}

std::vector<std::string> WorkFolder::files() const
{
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(path_))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

Csv::Csv(const std::string& text)
{
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
    {
        std::vector<std::string> cells;
        std::size_t begin = 0;
        for (std::size_t comma = line.find(','); comma != std::string::npos; comma = line.find(',', begin))
        {
            cells.push_back(line.substr(begin, comma - begin));
            begin = comma + 1;
        }
        cells.push_back(line.substr(begin));
        if (columns_.empty())
            columns_ = cells;
        else
        {
            REQUIRE(cells.size() == columns_.size());
            cells_.push_back(cells);
        }
    }
}

const std::string& Csv::cell(std::size_t row, const std::string& column) const
{
    const auto at = std::find(columns_.begin(), columns_.end(), column);
    INFO(column);
    REQUIRE(at != columns_.end());
    REQUIRE(row < cells_.size());
    return cells_[row][static_cast<std::size_t>(at - columns_.begin())];
}
