"""A replica of NealCaren/Nemotron-3-Diarization-ONNX: log-mel → embeddings, and embeddings → logits of eight speakers.

Published configuration of Nemotron-3-Diarization: 31 layers of 512 with rotary places, 8 heads, feed forward 2048; a head of 192.
"""
import numpy as np
from onnx import TensorProto as T

from graphs import Graph

BINS, FACTOR, SPEAKERS = 128, 8, 8


def embed(path, width=512):
    graph = Graph(32, seed=4)
    graph.input('features', T.FLOAT, [1, None, BINS])
    missing = graph.weight('missing', np.zeros((1, FACTOR - 1, BINS), np.float32))
    size = graph.op('Slice', [graph.op('Shape', ['features']), graph.ints(1), graph.ints(2)])
    rows = graph.op('Mul', [graph.op('Div', [graph.op('Add', [size, graph.ints(FACTOR - 1)]), graph.ints(FACTOR)]), graph.ints(FACTOR)])
    padded = graph.op('Slice', [graph.op('Concat', ['features', missing], axis=1), graph.ints(0), rows, graph.ints(1)])
    stacked = graph.op('Reshape', [padded, graph.ints(1, -1, FACTOR * BINS)])
    graph.output('embeds', T.FLOAT, [1, None, width], graph.linear(stacked, FACTOR * BINS, width, bias=False))
    graph.save(path)


def step(path, layers=31, width=512, heads=8, inner=2048, small=192):
    graph = Graph(32, seed=5)
    graph.input('embeds', T.FLOAT, [1, None, width])
    depth = width // heads
    size = graph.op('Squeeze', [graph.op('Slice', [graph.op('Shape', ['embeds']), graph.ints(1), graph.ints(2)]), graph.ints(0)])
    places = graph.op('Cast', [graph.op('Range', [graph.scalar(0), size, graph.scalar(1)])], to=T.FLOAT)
    speeds = graph.weight('speeds', (10000. ** -(np.arange(0, depth, 2) / depth)).astype(np.float32)[None, :])
    angles = graph.op('MatMul', [graph.op('Unsqueeze', [places, graph.ints(1)]), speeds])
    angles = graph.op('Concat', [angles, angles], axis=1)
    cosines, sines = graph.op('Cos', [angles]), graph.op('Sin', [angles])

    def turned(value):
        first, second = graph.op('Split', [value], 2, axis=3)
        other = graph.op('Concat', [graph.op('Neg', [second]), first], axis=3)
        return graph.op('Add', [graph.op('Mul', [value, cosines]), graph.op('Mul', [other, sines])])

    def head(value):
        return graph.op('Transpose', [graph.op('Reshape', [value, graph.ints(1, -1, heads, depth)])], perm=[0, 2, 1, 3])

    def attend(x):
        query, key, value = (head(graph.linear(x, width, width, bias=False)) for _ in range(3))
        turned_key = graph.op('Transpose', [turned(key)], perm=[0, 1, 3, 2])
        scores = graph.op('Mul', [graph.op('MatMul', [turned(query), turned_key]), graph.number(depth**-0.5)])
        mixed = graph.op('MatMul', [graph.op('Softmax', [scores], axis=-1), value])
        joined = graph.op('Reshape', [graph.op('Transpose', [mixed], perm=[0, 2, 1, 3]), graph.ints(1, -1, width)])
        return graph.linear(joined, width, width)

    def gelu(x):
        grown = graph.op('Add', [graph.op('Erf', [graph.op('Div', [x, graph.number(2**.5)])]), graph.number(1.)])
        return graph.op('Mul', [graph.op('Mul', [x, grown]), graph.number(.5)])

    x = graph.normalise('embeds', width)
    for _ in range(layers):
        x = graph.op('Add', [x, attend(graph.normalise(x, width))])
        x = graph.op('Add', [x, graph.linear(gelu(graph.linear(graph.normalise(x, width), width, inner)), inner, width)])
    x = graph.linear(graph.normalise(x, width), width, small)
    x = graph.convolution(graph.op('Transpose', [x], perm=[0, 2, 1]), (small * FACTOR, small, 3), kernel_shape=[3], pads=[1, 1])
    x = graph.op('Reshape', [graph.op('Transpose', [x], perm=[0, 2, 1]), graph.ints(1, -1, small)])
    x = graph.linear(graph.op('Relu', [graph.linear(graph.op('Relu', [x]), small, small)]), small, SPEAKERS)
    # Random logits lie around none: each speaker is heard in a part of the time.
    graph.output('logits', T.FLOAT, [1, None, SPEAKERS], graph.op('Sub', [graph.op('Mul', [x, graph.number(8.)]), graph.number(2.)]))
    graph.save(path)


def silence(path, width=512):
    np.random.default_rng(6).standard_normal(width).astype('<f4').tofile(path)
