"""Writes a Whisper of this project's layout (q8 ONNX graphs of a transformers.js folder) as a CTranslate2 model.

The weights are the same: a graph holds 8 bits and a scale for each output of a layer, and so does CTranslate2's int8.
"""
import json
import os
import shutil

import numpy as np
import onnx
from ctranslate2.specs import WhisperSpec, common_spec
from onnx import numpy_helper

ZERO_POINT = 128
SECONDS_OF_A_TIMESTAMP = 0.02


class Graph:
    """The stored tensors of a graph, back in float."""

    def __init__(self, path):
        self.tensors = {one.name: numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer}

    def plain(self, name):
        return np.ascontiguousarray(self.tensors[name], dtype=np.float32)

    def norm(self, spec, name):
        spec.gamma, spec.beta = self.plain(name + '.weight'), self.plain(name + '.bias')

    def conv(self, spec, name):
        spec.weight = self.plain(name + '.weight_q') * self.plain(name + '.weight_s')[:, None, None]
        spec.bias = self.plain(name + '.bias')

    def linear(self, name, scale=1.0):
        """Weight [out, in] and bias; Whisper's keys have no bias, CTranslate2's fused layers need one of zeros."""
        stored = (self.plain(name + '.weight_q') - ZERO_POINT) * self.plain(name + '.weight_s')
        weight = np.ascontiguousarray(stored.T) * np.float32(scale)
        has_bias = name + '.bias' in self.tensors
        bias = self.plain(name + '.bias') * np.float32(scale) if has_bias else np.zeros(len(weight), np.float32)
        return weight, bias

    def fused(self, spec, parts):
        spec.weight, spec.bias = (np.concatenate(both) for both in zip(*parts))

    def layer(self, spec, name, query_scale):
        """One layer of the encoder or decoder. The graphs have the scale of attention in their queries' weights."""
        own = name + '.self_attn'
        self.norm(spec.self_attention.layer_norm, own + '_layer_norm')
        query = self.linear(own + '.q_proj', query_scale)
        self.fused(
            spec.self_attention.linear[0], [query, self.linear(own + '.k_proj'), self.linear(own + '.v_proj')]
        )
        self.fused(spec.self_attention.linear[1], [self.linear(own + '.out_proj')])
        if hasattr(spec, 'attention'):
            cross = name + '.encoder_attn'
            self.norm(spec.attention.layer_norm, cross + '_layer_norm')
            self.fused(spec.attention.linear[0], [self.linear(cross + '.q_proj', query_scale)])
            self.fused(
                spec.attention.linear[1], [self.linear(cross + '.k_proj'), self.linear(cross + '.v_proj')]
            )
            self.fused(spec.attention.linear[2], [self.linear(cross + '.out_proj')])
        self.norm(spec.ffn.layer_norm, name + '.final_layer_norm')
        self.fused(spec.ffn.linear_0, [self.linear(name + '.fc1')])
        self.fused(spec.ffn.linear_1, [self.linear(name + '.fc2')])


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


def write(folder, out):
    config, generation = read_json(folder, 'config.json'), read_json(folder, 'generation_config.json')
    heads = config['decoder_attention_heads']
    query_scale = (config['d_model'] // heads) ** 0.5
    spec = WhisperSpec(
        config['encoder_layers'], config['encoder_attention_heads'], config['decoder_layers'], heads
    )

    encoder = Graph(os.path.join(folder, 'onnx/encoder_model_quantized.onnx'))
    encoder.conv(spec.encoder.conv1, 'conv1')
    encoder.conv(spec.encoder.conv2, 'conv2')
    spec.encoder.position_encodings.encodings = sinusoids(config['max_source_positions'], config['d_model'])
    encoder.norm(spec.encoder.layer_norm, 'enc_ln')
    for index, layer in enumerate(spec.encoder.layer):
        encoder.layer(layer, f'enc.{index}', query_scale)

    decoder = Graph(os.path.join(folder, 'onnx/decoder_model_merged_quantized.onnx'))
    embeddings = (decoder.plain('embed_tokens_q') - ZERO_POINT) * decoder.plain('embed_tokens_s')[:, None]
    spec.decoder.embeddings.weight = spec.decoder.projection.weight = embeddings
    spec.decoder.position_encodings.encodings = decoder.plain('embed_positions_h')
    decoder.norm(spec.decoder.layer_norm, 'dec_ln')
    for index, layer in enumerate(spec.decoder.layer):
        decoder.layer(layer, f'dec.{index}', query_scale)

    spec.config.suppress_ids = config['suppress_tokens']
    spec.config.suppress_ids_begin = config['begin_suppress_tokens']
    spec.config.lang_ids = sorted(generation['lang_to_id'].values())
    spec.config.alignment_heads = generation['alignment_heads']
    spec.register_vocabulary(vocabulary(folder, config['vocab_size']))
    spec.validate()
    spec.optimize(quantization='int8')
    os.makedirs(out, exist_ok=True)
    spec.save(out)
    # Without its tokenizer faster-whisper would look for one on the net.
    for name in ('tokenizer.json', 'preprocessor_config.json'):
        shutil.copyfile(os.path.join(folder, name), os.path.join(out, name))
