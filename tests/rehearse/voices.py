"""Replicas of networks over sound: WeSpeaker's ResNet34, and SpeechBrain's ECAPA that finds the language of speech.

Published configurations: ResNet34 of 32 channels over 80 bins, means and deviations, a vector of 256; ECAPA-TDNN of 4 × 1024 and 3072 channels over
60 bins, attention of 128, a vector of 256, and a classifier of 512 over 107 languages.
"""
import json

import numpy as np
from onnx import TensorProto as T

from graphs import Graph

LANGUAGES = 107


def resnet(path, blocks=(3, 4, 6, 3), channels=32, bins=80, size=256):
    graph = Graph(32, seed=7)
    graph.input('input_features', T.FLOAT, [None, None, bins])

    def convolve(x, inside, outside, stride=1, kernel=3):
        # Random weights of these many would let the sound vanish behind 34 layers.
        louder = graph.op('Mul', [x, graph.number(2**.5)])
        return graph.convolution(louder, (outside, inside, kernel, kernel), kernel_shape=[kernel] * 2, strides=[stride] * 2, pads=[kernel // 2] * 4)

    x = graph.op('Unsqueeze', [graph.op('Transpose', ['input_features'], perm=[0, 2, 1]), graph.ints(1)])
    x = graph.op('Relu', [convolve(x, 1, channels)])
    inside = channels
    for stage, count in enumerate(blocks):
        outside = channels * 2**stage
        for block in range(count):
            stride = 2 if stage > 0 and block == 0 else 1
            y = convolve(graph.op('Relu', [convolve(x, inside, outside, stride)]), outside, outside)
            x = graph.op('Relu', [graph.op('Add', [y, x if inside == outside else convolve(x, inside, outside, stride, 1)])])
            inside = outside
    mean = graph.op('ReduceMean', [x], axes=[3], keepdims=1)
    rest = graph.op('Sub', [x, mean])
    spread = graph.op('Sqrt', [graph.op('Add', [graph.op('ReduceMean', [graph.op('Mul', [rest, rest])], axes=[3]), graph.number(1e-7)])])
    both = graph.op('Concat', [graph.op('Flatten', [mean]), graph.op('Flatten', [spread])], axis=1)
    graph.output('last_hidden_state', T.FLOAT, [None, size], graph.linear(both, 2 * inside * bins // 8, size))
    graph.save(path)


def spectrum(graph, waveform, bins, window=400, hop=160):
    """Mel levels in decibels, each less its mean: [1, bins, frames]."""
    places, taper = np.arange(window), np.hamming(window)
    turns = 2 * np.pi * np.outer(np.arange(window // 2 + 1), places) / window
    waves = (np.concatenate([np.cos(turns), np.sin(turns)]) * taper).astype(np.float32)[:, None, :]
    sound = graph.op('Unsqueeze', [waveform, graph.ints(1)])
    parts = graph.op('Conv', [sound, graph.weight('waves', waves)], kernel_shape=[window], strides=[hop], pads=[window // 2] * 2)
    real, imaginary = graph.op('Split', [graph.op('Mul', [parts, parts])], 2, axis=1)
    mel = np.abs(graph.random(bins, window // 2 + 1))
    levels = graph.op('MatMul', [graph.weight('mel', mel), graph.op('Add', [real, imaginary])])
    levels = graph.op('Log', [graph.op('Max', [levels, graph.number(1e-10)])])
    return graph.op('Sub', [levels, graph.op('ReduceMean', [levels], axes=[2], keepdims=1)])


def ecapa(path, data, bins=60, channels=1024, last=3072, scale=8, small=128, size=256, sure_of=None):
    graph = Graph(32, seed=8)
    graph.input('waveform', T.FLOAT, [1, None])

    def layer(x, inside, outside, kernel=1, dilation=1):
        pads = [dilation * (kernel // 2)] * 2
        y = graph.convolution(x, (outside, inside, kernel), kernel_shape=[kernel], dilations=[dilation], pads=pads)
        ones, zeros = (graph.weight('batch', np.full(outside, value, np.float32)) for value in (1, 0))
        return graph.op('BatchNormalization', [graph.op('Relu', [y]), ones, zeros, zeros, ones])

    def pointwise(x, inside, outside):
        return graph.convolution(x, (outside, inside, 1), kernel_shape=[1])

    def squeezed(x):
        y = graph.op('Relu', [pointwise(graph.op('ReduceMean', [x], axes=[2], keepdims=1), channels, small)])
        return graph.op('Mul', [x, graph.op('Sigmoid', [pointwise(y, small, channels)])])

    def block(x, dilation):
        parts = graph.op('Split', [layer(x, channels, channels)], scale, axis=1)
        mixed = [parts[0]]
        for index, part in enumerate(parts[1:]):
            taken = part if index == 0 else graph.op('Add', [part, mixed[-1]])
            mixed.append(layer(taken, channels // scale, channels // scale, 3, dilation))
        return graph.op('Add', [squeezed(layer(graph.op('Concat', mixed, axis=1), channels, channels)), x])

    def moments(x, weights):
        mean = graph.op('ReduceSum', [graph.op('Mul', [x, weights]), graph.ints(2)], keepdims=1)
        rest = graph.op('Sub', [x, mean])
        variance = graph.op('ReduceSum', [graph.op('Mul', [graph.op('Mul', [rest, rest]), weights]), graph.ints(2)], keepdims=1)
        return mean, graph.op('Sqrt', [graph.op('Max', [variance, graph.number(1e-12)])])

    x = layer(spectrum(graph, 'waveform', bins), bins, channels, 5)
    outputs = []
    for dilation in (2, 3, 4):
        x = block(x, dilation)
        outputs.append(x)
    x = layer(graph.op('Concat', outputs, axis=1), 3 * channels, last)
    ones = graph.op('Add', [graph.op('Mul', [x, graph.number(0.)]), graph.number(1.)])
    alike = graph.op('Div', [ones, graph.op('ReduceSum', [ones, graph.ints(2)], keepdims=1)])
    around = [graph.op('Mul', [ones, moment]) for moment in moments(x, alike)]
    attended = graph.op('Tanh', [layer(graph.op('Concat', [x, *around], axis=1), 3 * last, small)])
    weights = graph.op('Softmax', [pointwise(attended, small, last)], axis=2)
    vector = graph.op('Flatten', [pointwise(graph.op('Concat', list(moments(x, weights)), axis=1), 2 * last, size)])
    hidden = graph.op('LeakyRelu', [graph.linear(vector, size, 512)])
    lead = np.zeros(LANGUAGES, np.float32)
    if sure_of is not None:
        lead[sure_of] = 20
    logits = graph.op('Add', [graph.linear(hidden, 512, LANGUAGES), graph.weight('lead', lead)])
    graph.output('probabilities', T.FLOAT, [1, LANGUAGES], graph.op('Softmax', [logits], axis=1))
    graph.save(path, data)


def labels(path, first):
    """The languages that the app knows, and names for the rest."""
    with open(path, 'w', encoding='utf-8') as file:
        json.dump([*first, *(f'q{index}' for index in range(LANGUAGES - len(first)))], file)
