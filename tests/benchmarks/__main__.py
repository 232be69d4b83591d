"""Measure every figure the project claims: `make bench`, or some: `make bench ARGS="start"`.

Each `bench_TOPIC.py` beside this file has `measure()`, which yields its figures.
"""

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
TOPICS = sorted(file.stem.removeprefix("bench_") for file in HERE.glob("bench_*.py"))


def main() -> int:
    """Print one line per figure."""
    parser = argparse.ArgumentParser(prog="make bench", epilog="example: make bench ARGS=start")
    parser.add_argument("topics", nargs="*", metavar="TOPIC", help=", ".join(TOPICS))
    parser.add_argument("--json", action="store_true", help="one JSON object per figure")
    args = parser.parse_args()
    if unknown := set(args.topics) - set(TOPICS):
        parser.error(f"no such topic: {', '.join(sorted(unknown))}")
    for topic in args.topics or TOPICS:
        for figure in import_module(f"tests.benchmarks.bench_{topic}").measure():
            if args.json:
                print(json.dumps({"topic": topic, **figure._asdict()}), flush=True)
            else:
                print(
                    f"{topic:<12}{figure.value:>10.1f} {figure.unit:<6} {figure.name}", flush=True
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
