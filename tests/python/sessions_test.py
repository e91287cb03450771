"""Random sessions of the window replay with the same bits as another program: natively, in Python, under Node.

python3 sessions_test.py FUZZ_TESTS PROGRAM [NODE_PROGRAM]: the first writes the recordings of a thousand short sessions and
one of ten minutes (those of tests/fuzz/recording_test.cpp, which compares their hashes natively), the second replays
them, and Python and Node must say the same of each tick, to the last digit. A folder in the place of FUZZ_TESTS has
such recordings."""

import collections
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import ropewalk

SESSIONS = "a thousand random sessions replay with the same bits,ten minutes of a monkey's play*"
LEAST_WITH_STEPS_BACK = 200


def number(value):
    """As the program writes it."""
    return f"{value:.17g}"


def rows_of(command, file):
    done = subprocess.run([*command, "run", "--replay", file], capture_output=True, text=True, check=False)
    if "parts from" in done.stderr:
        raise AssertionError(done.stderr)
    return done.stdout.splitlines()


def portable(file, folder):
    """The recording, in `million` with the kernel that has the same bits on every processor; without hashes."""
    with open(file, encoding="utf-8") as text:
        recorded = json.load(text)
    if recorded["scene"] != "million":
        return file
    recorded["parameters"]["portable"] = True
    recording = recorded["recording"]
    recording["events"] = [
        re.sub("( set portable) .*", r"\1 true", re.sub("( constants.*)", r"\1 portable=true", event))
        for event in (event.replace(" portable=true", "") for event in recording["events"])]
    recording["hashes"] = []
    copy = os.path.join(folder, os.path.basename(file))
    with open(copy, "w", encoding="utf-8") as text:
        json.dump(recorded, text)
    return copy


def python_rows(file):
    rows = []
    _, parted = ropewalk.replay(file, lambda scene: rows.append(
        {name: number(value) for name, value in scene.diagnostics().items()}))
    if parted:
        raise AssertionError(parted)
    return rows


def check(file, program, node):
    """Returns how many ticks were compared."""
    expected = rows_of(program, file)
    if node:
        with tempfile.TemporaryDirectory() as folder:
            copy = portable(file, folder)
            if rows_of(node, copy) != (expected if copy == file else rows_of(program, copy)):
                raise AssertionError("Node computes another run")
    names = expected[0].split(",")[1:]
    ticks = [line.split(",")[1:] for line in expected[2:]]  # behind the names and the beginning
    # The program ends where a scene runs away for good, and has the columns of the beginning.
    for tick, (cells, row) in enumerate(zip(ticks, python_rows(file)), 1):
        for name, cell in zip(names, cells):
            if row.get(name, cell) != cell:
                raise AssertionError(f"tick {tick}: {name} is {row[name]} in Python, natively {cell}")
    return len(ticks)


def main(fuzz_tests, program, node=None):
    found = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        if os.path.isdir(fuzz_tests):
            folder = fuzz_tests
        else:
            subprocess.run([fuzz_tests, SESSIONS], check=True, stdout=subprocess.DEVNULL,
                           env={**os.environ, "ROPEWALK_WRITE_SESSIONS": folder})
        files = sorted(glob.glob(os.path.join(folder, "*.json")))
        for file in files:
            with open(file, encoding="utf-8") as text:
                recorded = json.load(text)
            found[recorded["scene"]] += 1
            found["with steps back"] += any(" back " in event for event in recorded["recording"]["events"])
            found["hashes"] += len(recorded["recording"]["hashes"])
            found["branches"] += file.endswith("-branch.json")
        failures = 0
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            # Emscripten before 3.1.11 asks for files by a function that Node 18 and later have for something else.
            under = ["node", "--no-experimental-fetch", node] if node else None
            jobs = {file: pool.submit(check, file, [program], under) for file in files}
            for file, job in jobs.items():
                try:
                    found["ticks"] += job.result()
                except AssertionError as error:
                    failures += 1
                    print(f"FAILED: {os.path.basename(file)}: {error}")
                    with open(file, encoding="utf-8") as text:
                        print(text.read())
    print(f"{len(files)} recordings, natively, in Python{' and under Node' if node else ''}: {failures} differ;",
          ", ".join(f"{name} {count}" for name, count in found.items()))
    if found["with steps back"] + found["branches"] < LEAST_WITH_STEPS_BACK:
        failures += 1
        print(f"FAILED: fewer than {LEAST_WITH_STEPS_BACK} recordings have a step back or are branches")
    return failures


if __name__ == "__main__":
    sys.exit(1 if main(*sys.argv[1:]) else 0)
