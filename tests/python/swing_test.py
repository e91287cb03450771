"""Runs examples/swing.py in the folder that is given, and looks at its picture."""
import importlib.util
import pathlib
import runpy
import sys

if importlib.util.find_spec("matplotlib") is None:
    print("skipped: matplotlib is not installed (Debian: python3-matplotlib)")
    sys.exit(77)

import os

os.environ["MPLBACKEND"] = "Agg"
example, folder = (pathlib.Path(name).resolve() for name in sys.argv[1:3])
folder.mkdir(parents=True, exist_ok=True)
os.chdir(folder)
pathlib.Path("swing.png").unlink(missing_ok=True)
runpy.run_path(str(example))

import matplotlib.image
import matplotlib.pyplot

picture = matplotlib.image.imread("swing.png")
assert picture.shape[0] > 300 and picture.shape[1] > 300, picture.shape
lines = matplotlib.pyplot.gca().lines
assert len(lines) == 6, len(lines)
# It begins straight along x, and swings down from there.
assert (lines[0].get_ydata() == 0).all()
tips = [line.get_ydata()[-1] for line in lines]
assert all(after < before for before, after in zip(tips[:3], tips[1:4])), tips
