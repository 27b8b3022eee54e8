"""The weights of a Whisper of this project's layout: q8 ONNX graphs of a transformers.js folder."""
import json
import os

import numpy as np
import onnx
from onnx import numpy_helper

ZERO_POINT = 128
SECONDS_OF_A_TIMESTAMP = 0.02


class Graph:
    """The stored tensors of a graph, back in float."""

    def __init__(self, path):
        self.tensors = {one.name: numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer}

    def plain(self, name):
        return np.ascontiguousarray(self.tensors[name], dtype=np.float32)

    def conv(self, name):
        """Weight [out, in, width] and bias."""
        return self.plain(name + '.weight_q') * self.plain(name + '.weight_s')[:, None, None], self.plain(name + '.bias')

    def linear(self, name, scale=1.0):
        """Weight [out, in], and bias, or None for Whisper's keys."""
        stored = (self.plain(name + '.weight_q') - ZERO_POINT) * self.plain(name + '.weight_s')
        weight = np.ascontiguousarray(stored.T) * np.float32(scale)
        has_bias = name + '.bias' in self.tensors
        return weight, self.plain(name + '.bias') * np.float32(scale) if has_bias else None

    def embeddings(self):
        """[token, channel]; the output's projection has the same."""
        return (self.plain('embed_tokens_q') - ZERO_POINT) * self.plain('embed_tokens_s')[:, None]


def open_graphs(folder):
    return [Graph(os.path.join(folder, f'onnx/{name}_quantized.onnx')) for name in ('encoder_model', 'decoder_model_merged')]


def query_scale(config):
    """The graphs have the scale of attention in their queries' weights; times this, they are as they were trained."""
    return (config['d_model'] // config['decoder_attention_heads']) ** 0.5


def sinusoids(length, channels):
    """The encoder's positions, which the graph computes."""
    angles = np.arange(length)[:, None] * np.exp(
        -np.log(10_000) / (channels // 2 - 1) * np.arange(channels // 2)
    )
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1).astype(np.float32)


def read_json(folder, name):
    with open(os.path.join(folder, name), encoding='utf-8') as file:
        return json.load(file)


def vocabulary(folder, size):
    """Every token's text; timestamps, which the tokenizer leaves out, follow the last that it has."""
    tokenizer = read_json(folder, 'tokenizer.json')
    tokens = {number: text for text, number in tokenizer['model']['vocab'].items()}
    tokens.update((added['id'], added['content']) for added in tokenizer['added_tokens'])
    first = next(number for number, text in tokens.items() if text == '<|notimestamps|>') + 1
    tokens.update((number, f'<|{(number - first) * SECONDS_OF_A_TIMESTAMP:.2f}|>') for number in range(first, size))
    return [tokens[number] for number in range(size)]
