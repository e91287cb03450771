#include "catch.hpp"
#include "program.hpp"

namespace
{

/// A big-endian number of the PNG header.
int numberAt(const std::string& bytes, std::size_t at)
{
    int value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value * 256 + static_cast<unsigned char>(bytes.at(at + i));
    return value;
}

} // namespace

TEST_CASE("render draws the last moment into a PNG of the wanted size")
{
    const WorkFolder folder;
    const Outcome run = runProgram({"render", "rope", "--seconds", "0.2", "--size", "320x200", "--output", "a.png"});
    if (run.code == 3)
    {
        // A machine without any OpenGL: the command says so and leaves no file.
        CHECK(run.error.find("ropewalk: ") == 0);
        CHECK(folder.files().empty());
        return;
    }
    INFO(run.error);
    REQUIRE(run.code == 0);
    CHECK(run.out.empty());
    CHECK(run.error.empty());
    const std::string first = folder.read("a.png");
    CHECK(first.substr(1, 3) == "PNG");
    // The width and height of a PNG stand at bytes 16 and 20 (PNG specification, 11.2.2 IHDR).
    CHECK(numberAt(first, 16) == 320);
    CHECK(numberAt(first, 20) == 200);

    CHECK(runProgram({"render", "rope", "--seconds", "0.2", "--size", "320x200", "--output", "b.png"}).code == 0);
    CHECK(folder.read("b.png") == first);
    CHECK(runProgram({"render", "rope", "--seconds", "0.2", "--size", "320x200", "--theme", "dark", "--tension",
                      "--output", "c.png"})
              .code == 0);
    CHECK(folder.read("c.png") != first);
}

TEST_CASE("render writes into a pipe and through a link, and keeps permissions")
{
    namespace fs = std::filesystem;
    const WorkFolder folder;
    const Outcome piped = runShell("mkfifo pipe; cat pipe > read.png & \"$P\" render rope --seconds 0 --size 64x64 "
                                   "--output pipe; code=$?; [ $code = 3 ] && : > pipe; wait; exit $code");
    if (piped.code == 3)
        return; // a machine without any OpenGL
    CHECK(piped.code == 0);
    CHECK(fs::is_fifo("pipe"));
    const std::string picture = folder.read("read.png");
    CHECK(picture.substr(1, 3) == "PNG");

    folder.write("file.png", "old");
    fs::permissions("file.png", fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("file.png", "link.png");
    folder.write("victim", "mine");
    fs::create_symlink("victim", "link.png.part");
    CHECK(runProgram({"render", "rope", "--seconds", "0", "--size", "64x64", "--output", "link.png"}).code == 0);
    CHECK(fs::is_symlink("link.png"));
    CHECK(folder.read("file.png") == picture);
    CHECK(fs::status("file.png").permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    CHECK(folder.read("victim") == "mine");
}

TEST_CASE("render draws a film of numbered pictures, from the beginning to the end")
{
    const WorkFolder folder;
    const Outcome run =
        runProgram({"render", "rope", "--seconds", "0.3", "--every", "0.1", "--size", "64x64", "--output", "film.png"});
    if (run.code == 3)
        return; // a machine without any OpenGL
    INFO(run.error);
    REQUIRE(run.code == 0);
    CHECK(folder.files() ==
          std::vector<std::string>{"film-0001.png", "film-0002.png", "film-0003.png", "film-0004.png"});
    CHECK(folder.read("film-0001.png").substr(1, 3) == "PNG");
    CHECK(folder.read("film-0004.png") != folder.read("film-0001.png"));
}

TEST_CASE("a run that diverges is not drawn")
{
    const WorkFolder folder;
    const Outcome run =
        runProgram({"render", "rope", "--seconds", "1", "--max-dt", "0.01", "--size", "64x64", "--output", "a.png"});
    CHECK((run.code == 1 || run.code == 3));
    CHECK(folder.files().empty());
}

TEST_CASE("render makes a film by ffmpeg")
{
    const WorkFolder folder;
    const Outcome run = runProgram({"render", "rope", "--seconds", "0.5", "--size", "161x91", "--video", "film.webm"});
    if (run.code == 3)
        return; // a machine without any OpenGL
    INFO(run.error);
    REQUIRE(run.code == 0);
    CHECK(folder.files() == std::vector<std::string>{"film.webm"});
    // Thirty pictures a second with those of the beginning and the end, of even sizes.
    const Outcome probe = runShell("ffprobe -v error -count_frames -show_entries stream=width,height,nb_read_frames "
                                   "-of csv=p=0 film.webm");
    CHECK(probe.out == "162,92,16\n");

    folder.write("old.mp4", "old");
    const Outcome missing = runShell("PATH=nowhere \"$P\" render rope --seconds 0 --video old.mp4");
    CHECK(missing.code == 2);
    CHECK(missing.error.find("ffmpeg, which is not installed") != std::string::npos);
    folder.write("ffmpeg", "#!/bin/sh\nexit 1\n");
    const Outcome broken = runShell("chmod +x ffmpeg; PATH=. \"$P\" render rope --seconds 1 --video old.mp4");
    CHECK(broken.code == 1);
    CHECK(broken.error.find("old.mp4: ffmpeg could not make the film") != std::string::npos);
    CHECK(folder.read("old.mp4") == "old");

    CHECK(runProgram({"render", "rope", "--video", "film.avi"}).error ==
          "ropewalk: film.avi: a film's name ends in .webm or .mp4\n");
    CHECK(folder.files() == std::vector<std::string>{"ffmpeg", "film.webm", "old.mp4"});
}

TEST_CASE("render writes a moment or a film as glTF, without OpenGL")
{
    const WorkFolder folder;
    CHECK(runProgram({"render", "rope", "--seconds", "0.1", "--gltf", "still.glb"}).code == 0);
    CHECK(runProgram({"render", "rope", "--seconds", "0.1", "--every", "0.05", "--gltf", "film.glb"}).code == 0);
    CHECK(folder.files() == std::vector<std::string>{"film.glb", "still.glb"});
    CHECK(folder.read("still.glb").starts_with("glTF"));
    CHECK(folder.read("still.glb").find("\"animations\"") == std::string::npos);
    CHECK(folder.read("film.glb").find("\"animations\"") != std::string::npos);
    CHECK(runProgram({"render", "million", "--seconds", "9", "--gltf", "m.glb"}).error ==
          "ropewalk: glTF: a field of 12500 ropes is not written; take a scene that shows each of its ropes\n");
    CHECK(runProgram({"render", "rope", "--seconds", "0", "--gltf", "rope.gltf"}).error ==
          "ropewalk: rope.gltf: a glTF file's name ends in .glb\n");
}

TEST_CASE("a film that the disk has no room for leaves the old one")
{
    const WorkFolder folder;
    folder.write("old.webm", "old");
    // ulimit counts blocks of 512 bytes. Of a full disk ffmpeg would say 0 unless it is told otherwise.
    // Where SIGCHLD is ignored, as some programs leave it to those that they start, ffmpeg's exit code would be lost.
    const Outcome run = runShell("ulimit -f 16; trap '' XFSZ CHLD; \"$P\" render twist --seconds 1 --video old.webm");
    if (run.code == 3)
        return; // a machine without any OpenGL
    CHECK(run.code == 1);
    CHECK(run.error.find("ropewalk: old.webm: ffmpeg could not make the film") != std::string::npos);
    CHECK(folder.read("old.webm") == "old");
    CHECK(folder.files() == std::vector<std::string>{"old.webm"});
}

TEST_CASE("one signal ends a film whose ffmpeg stands still, and ffmpeg with it")
{
    const WorkFolder folder;
    // As ffmpeg may stand still: it takes no picture, or all of them and does not end.
    const std::string patience = GENERATE("", "cat >/dev/null; ");
    folder.write("ffmpeg", "#!/bin/sh\necho $$ >pid\n" + patience + "exec sleep 1000\n");
    const Outcome run = runShell("chmod +x ffmpeg; PATH=.:$PATH \"$P\" render rope --seconds 0.2 --video film.webm & "
                                 "child=$!; for i in $(seq 100); do [ -e pid ] && break; sleep 0.1; done; sleep 1; "
                                 "kill -TERM $child; wait $child; code=$?; "
                                 "kill -0 $(cat pid) 2>/dev/null && echo alive; exit $code");
    if (run.code == 3)
        return; // a machine without any OpenGL
    CHECK(run.code == 130);
    CHECK(run.out.empty());
    CHECK(folder.files() == std::vector<std::string>{"ffmpeg", "pid"});
}

TEST_CASE("one signal ends a picture for a pipe that takes no more of it")
{
    const WorkFolder folder;
    const Outcome run = runShell("mkfifo pipe; sleep 30 <pipe & reader=$!; \"$P\" render cloth --seconds 0.1 --size "
                                 "1280x720 --output pipe & child=$!; sleep 3; kill -TERM $child; "
                                 "wait $child; code=$?; kill $reader; exit $code");
    CHECK((run.code == 130 || run.code == 3));
}

TEST_CASE("the name of a film is a name and nothing else")
{
    const WorkFolder folder;
    for (const char* name : {"-y.webm", "a b's \"$(touch no)\".webm", "%d;touch no.webm", "concat:a|b.webm"})
    {
        const Outcome run =
            runProgram({"render", "rope", "--seconds", "0", "--size", "32x32", "--video=" + std::string(name)});
        if (run.code == 3)
            return; // a machine without any OpenGL
        INFO(name << ": " << run.error);
        CHECK(run.code == 0);
        CHECK(folder.files() == std::vector<std::string>{name});
        std::filesystem::remove(name);
    }
}
