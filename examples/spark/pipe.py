#!/usr/bin/env python3
"""Runs `epdit check`, `query` or `convert` over text files of positions, each partition of Spark through one call.

    pip install "pyspark[sql]"
    examples/spark/pipe.py --out counts 'suites/*.epd' -- check
    examples/spark/pipe.py --out counts --problems found 'suites/*.epd' -- check --chess960
    examples/spark/pipe.py --out mates 'suites/*.epd' -- query 'dm <= 3'
    spark-submit --master spark://head:7077 examples/spark/pipe.py --out json 'hdfs:///suites/*' -- convert --to json

`check` counts problems by code: the table is printed, and written to the folder `--out` as CSV. `--problems` writes all of
them to a folder as JSON objects, each with the file and the text of its record, as line numbers would be those of a
partition. The other commands write their lines to `--out` as text, byte for byte; the parts are in no certain order. A call
of epdit that fails or is killed fails the job with its message, once Spark has no retries left.

A partition is read by itself, as standard input. So codes that need other records (`ACROSS` below) are not counted, a
query misses the comment above the first record of a partition, and Chess960 has to be asked for with `--chess960`. epdit
must be on all machines; without `--master` or spark-submit the work is done on all cores of this one.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
import threading

import pyarrow
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

# Found by other records: by those of a partition there would be too few.
ACROSS = ["duplicate-id", "duplicate-position", "game-break", "clock-runs-back", "wrong-reply"]


def piped(command, has_files):
    """Returns a function from the lines of a partition to those that the command writes.

    Where the lines have files, what is written are problems, and each gets its file and record."""

    def feed(run, batches, fed, failed):
        try:
            with run.stdin:
                for batch in batches:
                    texts = batch.column("value").to_pylist()
                    if has_files:
                        fed.extend(zip(batch.column("file").to_pylist(), texts))
                    run.stdin.writelines(text + b"\n" for text in texts)
        except BrokenPipeError:
            pass  # The exit status says more.
        except BaseException as error:
            failed.append(error)

    def located(lines, fed, at):
        """Problems come in the order of their lines; `at` is the number and the record of the last one."""
        for line in lines:
            problem = json.loads(line)
            del problem["path"]
            number = problem.pop("line")
            while at[0] < number:
                at[:] = at[0] + 1, fed.popleft()
            file, text = at[1]
            yield json.dumps({"file": file, "record": text.decode(errors="replace"), **problem}).encode()

    def run(batches):
        fed, failed, at = collections.deque(), [], [0, None]
        # One core for each partition: Spark runs as many as there are cores.
        environment = {**os.environ, "RAYON_NUM_THREADS": "1"}
        with tempfile.TemporaryFile() as errors, subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=environment
        ) as call:
            feeder = threading.Thread(target=feed, args=(call, batches, fed, failed), daemon=True)
            feeder.start()
            try:
                while lines := call.stdout.readlines(1 << 20):
                    lines = list(located(lines, fed, at)) if has_files else [line.removesuffix(b"\n") for line in lines]
                    yield pyarrow.record_batch([pyarrow.array(lines, pyarrow.binary())], ["value"])
                feeder.join()
                call.wait()
            finally:
                call.kill()
            if failed:
                raise failed[0]
            errors.seek(0)
            words = errors.read().decode(errors="replace").strip()
            # Problems, no match, skipped records: no failure, and what is said of it goes to the log.
            if call.returncode not in (0, 1):
                raise RuntimeError(f"{' '.join(command)}: exit status {call.returncode}: {words}")
            if words:
                print(words, file=sys.stderr)

    return run


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", help="a path or pattern, as Spark reads them")
    parser.add_argument("run", nargs="+", help="check, query or convert and its options, behind `--`")
    parser.add_argument("--out", required=True, help="a new folder")
    parser.add_argument("--problems", help="a new folder for the problems themselves")
    parser.add_argument("--master", help="address of the cluster, or local[N]")
    parser.add_argument("--epdit", default="epdit")
    args = parser.parse_args()
    is_check = args.run[0] == "check"
    if args.run[0] not in ("check", "query", "convert"):
        parser.error(f"expected check, query or convert, found {args.run[0]}")
    if args.problems and not is_check:
        parser.error("--problems is for check")

    builder = SparkSession.builder.appName("epdit")
    spark = (builder.master(args.master) if args.master else builder).getOrCreate()
    columns = [F.col("value").cast("binary")]
    if args.problems:
        columns.append(F.input_file_name().alias("file"))
    command = [args.epdit, *args.run, *(["--format", "json"] if is_check else []), "-"]
    # Only `\n` ends a line, as it does for epdit.
    lines = spark.read.text(args.files, lineSep="\n").select(*columns)
    lines = lines.mapInArrow(piped(command, bool(args.problems)), "value binary")
    lines = lines.select(F.col("value").cast("string"))
    if not is_check:
        return lines.write.text(args.out)

    if args.problems:
        lines.write.text(args.problems)
        lines = spark.read.text(args.problems)
    problems = lines.select(F.from_json("value", "severity string, code string").alias("problem")).select("problem.*")
    counts = problems.where(~F.col("code").isin(ACROSS)).groupBy("severity", "code").count()
    counts = counts.orderBy(F.desc("count"), "code").cache()
    counts.coalesce(1).write.csv(args.out, header=True)
    counts.show(1000, truncate=False)


if __name__ == "__main__":
    main()
