"""A replica of the multilingual MiniLM: 12 layers of 384 and 1536, 12 heads, 250,037 pieces, 512 places, without its weights."""
import json
import os
from itertools import product
from string import ascii_lowercase

import numpy as np
from onnx import TensorProto as T
from onnxruntime.quantization import QuantType, quantize_dynamic

from graphs import Graph

PIECES, PLACES, WIDTH, LAYERS, HEADS = 250037, 512, 384, 12, 12


def sentences(folder):
    os.makedirs(f'{folder}/onnx', exist_ok=True)
    whole, small = (f'{folder}/onnx/model{suffix}.onnx' for suffix in ('', '_quantized'))
    encoder(whole)
    quantize_dynamic(whole, small, weight_type=QuantType.QInt8, per_channel=True, op_types_to_quantize=['MatMul', 'Gather'])
    os.remove(whole)
    write(f'{folder}/config.json', {'model_type': 'bert', 'hidden_size': WIDTH, 'num_hidden_layers': LAYERS, 'vocab_size': PIECES})
    write(f'{folder}/tokenizer_config.json', {'tokenizer_class': 'PreTrainedTokenizerFast', 'unk_token': '<unk>'})
    write(f'{folder}/tokenizer.json', tokenizer())


def encoder(path):
    graph = Graph(32, seed=11)
    for name in ('input_ids', 'attention_mask', 'token_type_ids'):
        graph.input(name, T.INT64, [None, None])

    def table(count, ids):
        return graph.op('Gather', [graph.weight('table', graph.random(count, WIDTH)), ids])

    def split(x, perm):
        return graph.op('Transpose', [graph.op('Reshape', [x, graph.ints(0, 0, HEADS, WIDTH // HEADS)])], perm=perm)

    length = graph.op('Gather', [graph.op('Shape', ['input_ids']), graph.scalar(1)])
    places = graph.op('Range', [graph.scalar(0), length, graph.scalar(1)])
    embedded = graph.op('Add', [table(PIECES, 'input_ids'), table(2, 'token_type_ids')])
    x = graph.normalise(graph.op('Add', [embedded, table(PLACES, places)]), WIDTH)
    kept = graph.op('Unsqueeze', [graph.op('Cast', ['attention_mask'], to=T.FLOAT), graph.ints(1, 2)])
    hidden = graph.op('Mul', [graph.op('Sub', [kept, graph.number(1)]), graph.number(1e9)])
    for _ in range(LAYERS):
        query, key, value = (split(graph.linear(x, WIDTH, WIDTH), perm) for perm in ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]))
        scores = graph.op('Mul', [graph.op('MatMul', [query, key]), graph.number((WIDTH // HEADS) ** -0.5)])
        mixed = graph.op('MatMul', [graph.op('Softmax', [graph.op('Add', [scores, hidden])], axis=-1), value])
        joined = graph.op('Reshape', [graph.op('Transpose', [mixed], perm=[0, 2, 1, 3]), graph.ints(0, 0, WIDTH)])
        x = graph.normalise(graph.op('Add', [x, graph.linear(joined, WIDTH, WIDTH)]), WIDTH)
        wide = graph.linear(x, WIDTH, 4 * WIDTH)
        spread = graph.op('Add', [graph.op('Erf', [graph.op('Mul', [wide, graph.number(0.5**0.5)])]), graph.number(1)])
        bent = graph.op('Mul', [graph.op('Mul', [wide, graph.number(0.5)]), spread])
        x = graph.normalise(graph.op('Add', [x, graph.linear(bent, 4 * WIDTH, WIDTH)]), WIDTH)
    graph.output('last_hidden_state', T.FLOAT, [None, None, WIDTH], x)
    graph.save(path)


def tokenizer():
    """Pieces of up to three letters: about two for a word of English, of which the published ones take one or two."""
    letters = [''.join(some) for count in (3, 2, 1) for some in product(ascii_lowercase, repeat=count)]
    special = ['<s>', '<pad>', '</s>', '<unk>']
    pieces = special + [f'▁{one}' for one in letters] + letters + ['▁']
    pieces += [f'▁qz{index}' for index in range(PIECES - len(pieces))]
    marked = {'single_word': False, 'lstrip': False, 'rstrip': False, 'normalized': False, 'special': True}
    frame = [{'SpecialToken': {'id': '<s>', 'type_id': 0}}, {'Sequence': {'id': 'A', 'type_id': 0}}, {'SpecialToken': {'id': '</s>', 'type_id': 0}}]
    return {
        'version': '1.0', 'truncation': None, 'padding': None,
        'added_tokens': [{'id': index, 'content': one, **marked} for index, one in enumerate(special)],
        'normalizer': {'type': 'Lowercase'},
        'pre_tokenizer': {'type': 'Metaspace', 'replacement': '▁', 'prepend_scheme': 'always'},
        'post_processor': {'type': 'TemplateProcessing', 'single': frame, 'pair': frame, 'special_tokens': {
            one: {'id': one, 'ids': [special.index(one)], 'tokens': [one]} for one in ('<s>', '</s>')}},
        'decoder': {'type': 'Metaspace', 'replacement': '▁', 'prepend_scheme': 'always'},
        'model': {'type': 'Unigram', 'unk_id': 3, 'vocab': [[one, -1.0 / max(len(one), 1)] for one in pieces]},
    }


def write(path, value):
    with open(path, 'w') as file:
        json.dump(value, file, ensure_ascii=False)
