#pragma once

#include <glm/vec2.hpp>

#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <vector>

// What a desktop and a page in a browser do differently for the window. desktop/ and web/ each have all of it; the
// build takes one of them.

namespace ropewalk
{

/// What the loop turns: a session.
class Turned
{
public:
    virtual ~Turned() = default;
    /// Events, ticks, a picture. False once there is nothing more to do.
    virtual bool turn() = 0;
    /// After the last turn: writes the preferences, and returns the exit code.
    virtual int end() = 0;
    /// Keeps them for the next start, where no end may come: a page is closed without a word.
    virtual void savePreferences() = 0;
    /// Makes everything anew that the graphics held, once they are back after a loss.
    virtual void restoreGraphics() = 0;
};

/// Turns the session to its end and returns the exit code. A browser turns it once a frame, after this has returned 0.
int runLoop(std::unique_ptr<Turned> session);

/// What the program is started with, its name first: a page gives what its address asks for
/// (scenes/document/scene_link.hpp).
std::vector<std::string> startArguments(int argc, char** argv);

/// Hands a file that was just written to the user: as a download in a browser, and not at all where the disk is theirs.
/// Returns words to follow the file's name: empty, or " (downloaded)".
std::string handOver(const std::filesystem::path& file);

/// A film of the window that is being made. Destroyed before `end`, it leaves no file.
class Film
{
public:
    virtual ~Film() = default;
    /// The window's framebuffer, which is bound, holds a new picture at this time of its clock [s]. Throws
    /// std::runtime_error where the film cannot go on.
    virtual void frameDrawn(double time) = 0;
    /// No more pictures follow: completes the file while the program goes on, or gives the std::runtime_error that
    /// tells why it could not.
    virtual std::future<void> end() = 0;
};

/// Begins a film of a window of this size in pixels, 30 pictures a second, as a .webm file. Throws std::runtime_error
/// where none can be made.
std::unique_ptr<Film> startFilm(const std::filesystem::path& file, const glm::ivec2& pixels);

/// Asks for a scene file by the chooser of the system; the file arrives as if it were dropped on the window. False
/// where the program's own chooser is to ask.
bool chooseFile();

/// Whether the last pointer was a finger.
bool touched();

/// The address of the page without its query, empty on a desktop.
std::string pageAddress();

} // namespace ropewalk
