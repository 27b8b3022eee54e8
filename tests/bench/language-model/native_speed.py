"""Tokens that ONNX Runtime's native build reads and writes in a second: GRAPH, tokens to read, tokens to write, threads."""

import json
import sys
import time

import numpy
import onnxruntime

graph, read, written, threads = sys.argv[1], *map(int, sys.argv[2:])
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = threads
session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
pasts = [one for one in session.get_inputs() if one.name.startswith("past_key_values.")]
names = {one.name for one in session.get_inputs()}
outputs = ["logits"] + [one.name.replace("past_key_values", "present") for one in pasts]
AT_ONCE = 256


def run(tokens, known, memory):
    """What the next token is, and what is remembered."""
    feeds = {
        "input_ids": numpy.array([tokens], dtype=numpy.int64),
        "attention_mask": numpy.ones((1, known + len(tokens)), dtype=numpy.int64),
        "position_ids": numpy.arange(known, known + len(tokens), dtype=numpy.int64)[None],
        **memory,
    }
    logits, *present = session.run(outputs, {name: value for name, value in feeds.items() if name in names})
    return int(logits[0, -1].argmax()), {one.name: value for one, value in zip(pasts, present)}


def work(to_read, to_write):
    memory = {
        one.name: numpy.zeros((1, one.shape[1], 0, one.shape[3]), dtype=numpy.float32) for one in pasts
    }
    started = time.perf_counter()
    token, known = 0, 0
    while known < to_read:
        part = [10 + (7 * at) % 20000 for at in range(known, min(to_read, known + AT_ONCE))]
        token, memory = run(part, known, memory)
        known += len(part)
    between = time.perf_counter()
    for _ in range(to_write):
        token, memory = run([token], known, memory)
        known += 1
    return to_read / (between - started), to_write / (time.perf_counter() - between)


work(64, 4)
per_second = work(read, written)
print(json.dumps({"read": per_second[0], "write": per_second[1]}))
