"""Replicas of NeMo's Parakeet TDT export: FastConformer encoder, LSTM predictor with joiner; true sizes and types, random weights.

Published configuration of parakeet-tdt-0.6b-v3: 24 layers of 1024, 8 heads, feed forward 4096, convolution over 9 frames, 256 channels
of subsampling by 8, 128 mel bins; predictor of two LSTM layers of 640, joiner of 640, 8192 tokens and a blank, durations 0 to 4.
"""
import os

import numpy as np
from onnx import TensorProto as T
from onnxruntime.quantization import quantize_dynamic

from graphs import Graph


def sinusoids(graph, frames, width):
    """Relative positions frames-1 … -(frames-1), as sines and cosines in turn: [1, 2·frames-1, width]."""
    one = graph.scalar(1)
    position = graph.op('Range', [graph.op('Sub', [frames, one]), graph.op('Neg', [frames]), graph.scalar(-1)])
    column = graph.op('Unsqueeze', [graph.op('Cast', [position], to=T.FLOAT), graph.ints(1)])
    rate = np.exp(np.arange(0, width, 2) * -(np.log(10000.0) / width)).astype(np.float32)
    angle = graph.op('Unsqueeze', [graph.op('Mul', [column, graph.weight('rate', rate)]), graph.ints(2)])
    both = graph.op('Concat', [graph.op('Sin', [angle]), graph.op('Cos', [angle])], axis=2)
    return graph.op('Reshape', [both, graph.ints(1, -1, width)])


def halved(graph, lengths):
    """Lengths behind a convolution over 3 with stride 2 and padding 1."""
    return graph.op('Add', [graph.op('Div', [graph.op('Sub', [lengths, graph.ints(1)]), graph.ints(2)]), graph.ints(1)])


def encoder(path, bits, layers=24, width=1024, heads=8, inner=4096, channels=256, bins=128, halves=False, canary=False):
    """`bits` of the weights of matrices: 2, 4, 8 by MatMulNBits, 32 floats, 16 halves."""
    graph = Graph(bits, seed=1)
    kind = T.FLOAT16 if halves else T.FLOAT
    graph.input('audio_signal', kind, [None, bins, None])
    graph.input('length', T.INT64, [None])
    sound = graph.op('Cast', ['audio_signal'], to=T.FLOAT) if halves else 'audio_signal'
    x = graph.op('Unsqueeze', [graph.op('Transpose', [sound], perm=[0, 2, 1]), graph.ints(1)])
    convolve = dict(kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    x = graph.op('Relu', [graph.convolution(x, [channels, 1, 3, 3], **convolve)])
    lengths = halved(graph, 'length')
    for _ in range(2):
        x = graph.convolution(x, [channels, 1, 3, 3], group=channels, **convolve)
        x = graph.op('Relu', [graph.convolution(x, [channels, channels, 1, 1], kernel_shape=[1, 1])])
        lengths = halved(graph, lengths)
    x = graph.op('Reshape', [graph.op('Transpose', [x], perm=[0, 2, 1, 3]), graph.ints(0, 0, -1)])
    x = graph.linear(x, channels * (bins // 8), width)
    frames = graph.op('Squeeze', [graph.op('Slice', [graph.op('Shape', [x]), graph.ints(1), graph.ints(2)]), graph.ints(0)])
    positions = sinusoids(graph, frames, width)
    for _ in range(layers):
        x = half_step(graph, x, width, inner)
        x = graph.op('Add', [x, attention(graph, graph.normalise(x, width), positions, frames, width, heads)])
        x = graph.op('Add', [x, convolution(graph, graph.normalise(x, width), width)])
        x = graph.normalise(half_step(graph, x, width, inner), width)
    if canary:
        mask = graph.op('Cast', [graph.op('Less', [graph.op('Range', [graph.scalar(0), frames, graph.scalar(1)]),
                                                   graph.op('Unsqueeze', [lengths, graph.ints(1)])])], to=T.INT64)
        graph.output('encoder_embeddings', T.FLOAT, [None, None, width], x)
        graph.output('encoder_mask', T.INT64, [None, None], mask)
        return graph.save(path)
    x = graph.op('Transpose', [x], perm=[0, 2, 1])
    graph.output('outputs', kind, [None, width, None], graph.op('Cast', [x], to=kind))
    graph.output('encoded_lengths', T.INT64, [None], lengths)
    graph.save(path)


def half_step(graph, x, width, inner):
    y = graph.swish(graph.linear(graph.normalise(x, width), width, inner, bias=False))
    return graph.op('Add', [x, graph.op('Mul', [graph.linear(y, inner, width, bias=False), graph.number(0.5)])])


def attention(graph, x, positions, frames, width, heads):
    """Transformer-XL's relative attention; positions are shifted by a reshape."""
    each = width // heads
    split = graph.ints(0, -1, heads, each)

    def head(value):
        return graph.op('Transpose', [graph.op('Reshape', [value, split]), ], perm=[0, 2, 1, 3])

    query = graph.op('Reshape', [graph.linear(x, width, width, bias=False), split])
    key, value = (head(graph.linear(x, width, width, bias=False)) for _ in range(2))
    place = head(graph.linear(positions, width, width, bias=False))

    def scores(other):
        biased = graph.op('Add', [query, graph.weight('bias', graph.random(heads, each))])
        return graph.op('MatMul', [graph.op('Transpose', [biased], perm=[0, 2, 1, 3]),
                                   graph.op('Transpose', [other], perm=[0, 1, 3, 2])])

    one = graph.ints(1)
    count = graph.op('Unsqueeze', [frames, graph.ints(0)])
    wide = graph.op('Add', [graph.op('Add', [count, count]), graph.ints(0)])
    padded = graph.op('Pad', [scores(place), graph.ints(0, 0, 0, 1, 0, 0, 0, 0)])
    rolled = graph.op('Reshape', [padded, graph.op('Concat', [graph.ints(1, heads), wide, count], axis=0)])
    shifted = graph.op('Reshape', [graph.op('Slice', [rolled, one, graph.ints(2**31), graph.ints(2)]),
                                   graph.op('Concat', [graph.ints(1, heads), count, graph.op('Sub', [wide, one])], axis=0)])
    near = graph.op('Slice', [shifted, graph.ints(0), count, graph.ints(3)])
    weights = graph.op('Softmax', [graph.op('Mul', [graph.op('Add', [scores(key), near]), graph.number(each**-0.5)])], axis=-1)
    mixed = graph.op('Transpose', [graph.op('MatMul', [weights, value])], perm=[0, 2, 1, 3])
    return graph.linear(graph.op('Reshape', [mixed, graph.ints(0, 0, width)]), width, width, bias=False)


def convolution(graph, x, width):
    """The published export in 2 bits has products where the others have convolutions over one frame."""
    if graph.bits == 2:
        left, right = graph.op('Split', [graph.linear(x, width, 2 * width)], 2, axis=2)
    else:
        x = graph.op('Transpose', [x], perm=[0, 2, 1])
        left, right = graph.op('Split', [graph.convolution(x, [2 * width, width, 1], kernel_shape=[1], bits=True)], 2, axis=1)
    x = graph.op('Mul', [left, graph.op('Sigmoid', [right])])
    if graph.bits == 2:
        x = graph.op('Transpose', [x], perm=[0, 2, 1])
    x = graph.swish(graph.convolution(x, [width, 1, 9], kernel_shape=[9], pads=[4, 4], group=width))
    if graph.bits == 2:
        return graph.linear(graph.op('Transpose', [x], perm=[0, 2, 1]), width, width)
    x = graph.convolution(x, [width, width, 1], kernel_shape=[1], bits=True)
    return graph.op('Transpose', [x], perm=[0, 2, 1])


# Beside random logits of deviation .75, the blank wins about every second step, as it does in speech.
BLANK_LEAD = 2.8


def decoder_joint(path, tokens=8193, durations=5, width=640, layers=2, encoded=1024, lead=BLANK_LEAD, quantised=True):
    """Eight bits as onnxruntime's dynamic quantisation makes them, which is how the published one was made."""
    graph = Graph(32, seed=2)
    graph.input('encoder_outputs', T.FLOAT, [None, encoded, None])
    graph.input('targets', T.INT32, [None, None])
    graph.input('target_length', T.INT32, [None])
    for state in ('input_states_1', 'input_states_2'):
        graph.input(state, T.FLOAT, [layers, None, width])
    x = graph.op('Gather', [graph.weight('embedding', graph.random(tokens, width) * np.float32(4 * np.sqrt(width))), 'targets'], axis=0)
    x = graph.op('Transpose', [x], perm=[1, 0, 2])
    states = [graph.op('Split', [name], layers, axis=0) for name in ('input_states_1', 'input_states_2')]
    after = ([], [])
    for layer in range(layers):
        weights = [graph.weight('lstm', graph.random(1, *shape)) for shape in ((4 * width, width), (4 * width, width), (8 * width,))]
        y, hidden, cell = graph.op('LSTM', [x, *weights, '', states[0][layer], states[1][layer]], 3, hidden_size=width)
        x = graph.op('Squeeze', [y, graph.ints(1)])
        after[0].append(hidden)
        after[1].append(cell)
    predicted = graph.linear(graph.op('Transpose', [x], perm=[1, 0, 2]), width, width)
    heard = graph.linear(graph.op('Transpose', ['encoder_outputs'], perm=[0, 2, 1]), encoded, width)
    joined = graph.op('Relu', [graph.op('Add', [graph.op('Unsqueeze', [heard, graph.ints(2)]),
                                                graph.op('Unsqueeze', [predicted, graph.ints(1)])])])
    leads = np.zeros(tokens + durations, np.float32)
    leads[tokens - 1] = lead
    logits = graph.op('Add', [graph.linear(joined, width, tokens + durations, bias=False), graph.weight('lead', leads)])
    graph.output('outputs', T.FLOAT, [None, None, None, tokens + durations], logits)
    graph.output('prednet_lengths', T.INT32, [None], 'target_length')
    for name, parts in zip(('output_states_1', 'output_states_2'), after):
        graph.output(name, T.FLOAT, [layers, None, width], graph.op('Concat', parts, axis=0))
    if not quantised:
        return graph.save(path)
    graph.save(f'{path}.floats')
    quantize_dynamic(f'{path}.floats', path)
    os.remove(f'{path}.floats')


def vocabulary(path, tokens=8193):
    """Syllables, every third of which begins a word; the blank is last."""
    with open(path, 'w', encoding='utf-8') as file:
        for index in range(tokens - 1):
            syllable = chr(97 + index % 26) + 'aeiou'[index // 26 % 5]
            file.write(f"{'▁' if index % 3 == 0 else ''}{syllable} {index}\n" if index else '<unk> 0\n')
        file.write(f'<blk> {tokens - 1}\n')
