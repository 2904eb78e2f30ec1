#!/usr/bin/env python3
"""Runs `epdit analyse`, `test` or another engine run on the workers of a Dask cluster.

    pip install "dask[distributed]"
    examples/dask/analyse.py --out run.epd suite.epd -- test --engine stockfish --nodes 20000
    examples/dask/analyse.py --scheduler tcp://head:8786 --shards 64 --out run.epd suite.epd -- analyse ...

Each shard is one call of epdit on one worker. A shard whose worker dies goes to another one. When all are there,
`epdit merge --results` puts the records into the suite's order, or names what is missing. The suite must have the same
path on all machines, as on a shared file system; without --scheduler the workers are processes of this machine.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

from dask.distributed import Client, LocalCluster, as_completed


def search(epdit: str, run: list[str], suite: str, shard: str) -> bytes:
    """Returns the result of one shard. Records left unchanged are no failure (exit status 1)."""
    done = subprocess.run(
        [epdit, *run, "--shard", shard, suite], stdin=subprocess.DEVNULL, capture_output=True
    )
    if done.returncode not in (0, 1):
        words = done.stderr.decode(errors="replace").strip()
        raise RuntimeError(f"shard {shard}: {words or done.returncode}")
    return done.stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("suite")
    parser.add_argument("run", nargs="+", help="the command and its options, behind `--`")
    parser.add_argument("--out", required=True)
    parser.add_argument("--scheduler", help="address of the cluster; none: processes here")
    parser.add_argument("--workers", type=int, default=2, help="processes where there is no cluster")
    parser.add_argument("--shards", type=int, help="four for each worker, if not given")
    parser.add_argument("--retries", type=int, default=3)
    parser.add_argument("--epdit", default="epdit")
    args = parser.parse_args()

    suite = str(pathlib.Path(args.suite).resolve())
    cluster = args.scheduler or LocalCluster(n_workers=args.workers, threads_per_worker=1)
    with Client(cluster) as client, tempfile.TemporaryDirectory() as folder:
        count = args.shards or 4 * max(1, len(client.scheduler_info()["workers"]))
        shards = [f"{number}/{count}" for number in range(1, count + 1)]
        # Not pure: a shard is searched again in each run, whatever an earlier one found.
        futures = client.map(
            lambda shard: search(args.epdit, args.run, suite, shard),
            shards, pure=False, retries=args.retries,
        )
        shard_of = dict(zip((future.key for future in futures), shards))
        parts = []
        for future in as_completed(futures):
            shard = shard_of[future.key]
            part = pathlib.Path(folder, shard.replace("/", "-of-") + ".epd")
            part.write_bytes(future.result())
            # Else the workers hold the results of all shares to the end, and search again those of one that dies.
            future.release()
            parts.append(str(part))
            print(f"{len(parts)} of {count} shards, {shard} last", file=sys.stderr)
        merge = [args.epdit, "merge", "--results", suite, "-o", args.out, *parts]
        return subprocess.run(merge).returncode


if __name__ == "__main__":
    sys.exit(main())
