"""Writes a Whisper of this project's layout as a model of whisper.cpp, in 8 bits with a scale for each 32 weights.

The layout is that of whisper.cpp's `whisper_model_load`: header, mel filters, tokens, tensors with their innermost dimension first.
"""
import os
import struct

import numpy as np
from faster_whisper.feature_extractor import FeatureExtractor
from whisper_weights import open_graphs, query_scale, read_json, sinusoids

MAGIC = 0x67676D6C
F32, F16, Q8_0 = 0, 1, 8
"""Most tensors in Q8_0, in the second version of ggml's quantisation."""
FILE_TYPE = 7 + 2 * 1000
BLOCK = 32
MEL_BINS = 80


def bytes_to_text():
    """GPT-2's table: the byte that each character of the tokenizer's texts stands for."""
    own = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(0x100) if byte not in own]
    return {**{chr(byte): byte for byte in own}, **{chr(0x100 + index): byte for index, byte in enumerate(others)}}


def quantized(values):
    """Blocks of a scale in fp16 and 32 values."""
    blocks = values.reshape(-1, BLOCK)
    scales = np.abs(blocks).max(axis=1) / 127
    steps = np.where(scales > 0, scales, 1)[:, None]
    packed = np.empty(len(blocks), dtype=[('scale', '<f2'), ('values', 'i1', BLOCK)])
    packed['scale'], packed['values'] = scales, np.round(blocks / steps)
    return packed.tobytes()


class Model:
    def __init__(self, file):
        self.file = file

    def ints(self, *values):
        self.file.write(struct.pack(f'<{len(values)}i', *values))

    def tensor(self, name, values, kind=F32):
        self.ints(values.ndim, len(name), kind, *reversed(values.shape))
        self.file.write(name.encode())
        self.file.write(quantized(values) if kind == Q8_0 else values.astype('<f2' if kind == F16 else '<f4').tobytes())

    def norm(self, name, graph, theirs):
        for part in ('weight', 'bias'):
            self.tensor(f'{name}.{part}', graph.plain(f'{theirs}.{part}'))

    def linear(self, name, weight, bias):
        self.tensor(name + '.weight', weight, Q8_0)
        if bias is not None:
            self.tensor(name + '.bias', bias)

    def conv(self, name, weight, bias):
        self.tensor(name + '.weight', weight, F16)
        self.tensor(name + '.bias', bias[:, None])

    def attention(self, name, graph, theirs, scale):
        self.norm(name + '_ln', graph, theirs + '_layer_norm')
        self.linear(name + '.query', *graph.linear(theirs + '.q_proj', scale))
        for own, their in (('key', 'k'), ('value', 'v'), ('out', 'out')):
            self.linear(f'{name}.{own}', *graph.linear(f'{theirs}.{their}_proj'))

    def layer(self, name, graph, theirs, scale):
        self.attention(name + '.attn', graph, theirs + '.self_attn', scale)
        if name.startswith('decoder'):
            self.attention(name + '.cross_attn', graph, theirs + '.encoder_attn', scale)
        self.norm(name + '.mlp_ln', graph, theirs + '.final_layer_norm')
        self.linear(name + '.mlp.0', *graph.linear(theirs + '.fc1'))
        self.linear(name + '.mlp.2', *graph.linear(theirs + '.fc2'))


def write(folder, out):
    config = read_json(folder, 'config.json')
    scale, width = query_scale(config), config['d_model']
    encoder, decoder = open_graphs(folder)
    os.makedirs(os.path.dirname(out), exist_ok=True)
    with open(out, 'wb') as file:
        model = Model(file)
        model.ints(
            MAGIC, config['vocab_size'], config['max_source_positions'], width, config['encoder_attention_heads'],
            config['encoder_layers'], config['max_target_positions'], width, config['decoder_attention_heads'],
            config['decoder_layers'], MEL_BINS, FILE_TYPE,
        )  # fmt: skip
        filters = np.asarray(FeatureExtractor(feature_size=MEL_BINS).mel_filters, dtype='<f4')
        model.ints(*filters.shape)
        file.write(filters.tobytes())
        write_tokens(model, folder)

        model.tensor('encoder.positional_embedding', sinusoids(config['max_source_positions'], width))
        model.conv('encoder.conv1', *encoder.conv('conv1'))
        model.conv('encoder.conv2', *encoder.conv('conv2'))
        for index in range(config['encoder_layers']):
            model.layer(f'encoder.blocks.{index}', encoder, f'enc.{index}', scale)
        model.norm('encoder.ln_post', encoder, 'enc_ln')

        model.tensor('decoder.positional_embedding', decoder.plain('embed_positions_h'))
        model.tensor('decoder.token_embedding.weight', decoder.embeddings(), Q8_0)
        for index in range(config['decoder_layers']):
            model.layer(f'decoder.blocks.{index}', decoder, f'dec.{index}', scale)
        model.norm('decoder.ln', decoder, 'dec_ln')


def write_tokens(model, folder):
    """The tokens of text; whisper.cpp knows the others by their numbers."""
    texts = read_json(folder, 'tokenizer.json')['model']['vocab']
    table = bytes_to_text()
    end = next(one['id'] for one in read_json(folder, 'tokenizer.json')['added_tokens'] if one['content'] == '<|endoftext|>')
    tokens = sorted((number, text) for text, number in texts.items() if number < end)
    model.ints(len(tokens))
    for _, text in tokens:
        spelled = bytes(table[character] for character in text)
        model.ints(len(spelled))
        model.file.write(spelled)
