"""Replicas of NeMo's Canary Flash export: Parakeet's kind of encoder, and a Transformer decoder with a memory.

Published configuration of canary-180m-flash: 17 encoder layers of 512, 8 heads, feed forward 2048; 4 decoder layers of 1024; 5248 tokens.
"""
import numpy as np
from onnx import TensorProto as T

import parakeet
from graphs import Graph

PROMPT = ['▁', '<|startofcontext|>', '<|startoftranscript|>', '<|emo:undefined|>', '<|en|>', '<|de|>', '<|es|>', '<|fr|>', '<|pnc|>',
          '<|noitn|>', '<|notimestamp|>', '<|nodiarize|>', '<|endoftext|>']
LONGEST = 1024


def encoder(path, bits, layers=17, width=512, inner=2048, **sizes):
    parakeet.encoder(path, bits, layers=layers, width=width, inner=inner, canary=True, **sizes)


def decoder(path, bits, tokens=5248, layers=4, width=1024, heads=8, encoded=512, most=130):
    graph = Graph(bits, seed=3)
    graph.input('input_ids', T.INT64, [None, None])
    graph.input('encoder_embeddings', T.FLOAT, [None, None, encoded])
    graph.input('encoder_mask', T.INT64, [None, None])
    graph.input('decoder_mems', T.FLOAT, [layers + 1, None, None, width])
    one = graph.ints(1)

    def size(value, axis):
        return graph.op('Squeeze', [graph.op('Slice', [graph.op('Shape', [value]), graph.ints(axis), graph.ints(axis + 1)]), graph.ints(0)])

    before, count = size('decoder_mems', 2), size('input_ids', 1)
    after = graph.op('Add', [before, count])
    places = graph.op('Range', [before, after, graph.scalar(1)])
    x = graph.op('Gather', [graph.weight('embedding', graph.random(tokens, width) * 8), 'input_ids'], axis=0)
    x = graph.normalise(graph.op('Add', [x, graph.op('Gather', [graph.weight('places', graph.random(LONGEST, width)), places], axis=0)]), width)
    seen = graph.op('LessOrEqual', [graph.op('Unsqueeze', [graph.op('Range', [graph.scalar(0), after, graph.scalar(1)]), graph.ints(0)]),
                                    graph.op('Unsqueeze', [places, one])])
    heard = graph.op('Unsqueeze', [graph.op('Cast', ['encoder_mask'], to=T.BOOL), graph.ints(1, 2)])
    far = graph.number(-1e9)

    def attend(query, memory, inside, mask):
        def head(value):
            return graph.op('Transpose', [graph.op('Reshape', [value, graph.ints(0, -1, heads, width // heads)])], perm=[0, 2, 1, 3])

        q, k, v = (head(graph.linear(value, inner, width)) for value, inner in ((query, width), (memory, inside), (memory, inside)))
        scores = graph.op('Mul', [graph.op('MatMul', [q, graph.op('Transpose', [k], perm=[0, 1, 3, 2])]), graph.number((width // heads)**-0.5)])
        weights = graph.op('Softmax', [graph.op('Where', [mask, scores, far])], axis=-1)
        mixed = graph.op('Transpose', [graph.op('MatMul', [weights, v])], perm=[0, 2, 1, 3])
        return graph.linear(graph.op('Reshape', [mixed, graph.ints(0, 0, width)]), width, width)

    remembered = graph.op('Split', ['decoder_mems'], layers + 1, axis=0)
    memories = []
    for layer in range(layers + 1):
        memories.append(graph.op('Concat', [graph.op('Squeeze', [remembered[layer], graph.ints(0)]), x], axis=1))
        if layer == layers:
            break
        x = graph.op('Add', [x, attend(graph.normalise(x, width), graph.normalise(memories[-1], width), width, seen)])
        x = graph.op('Add', [x, attend(graph.normalise(x, width), 'encoder_embeddings', encoded, heard)])
        x = graph.op('Add', [x, graph.linear(graph.op('Relu', [graph.linear(graph.normalise(x, width), width, 4 * width)]), 4 * width, width)])
    # The end grows likelier with each token, so that a replica ends as speech does.
    end = np.zeros(tokens, np.float32)
    end[PROMPT.index('<|endoftext|>')] = 6 / most
    grown = graph.op('Unsqueeze', [graph.op('Cast', [places], to=T.FLOAT), one])
    logits = graph.op('Add', [graph.linear(graph.normalise(x, width), width, tokens, bias=False),
                              graph.op('Mul', [grown, graph.weight('end', end)])])
    graph.output('logits', T.FLOAT, [None, None, tokens], logits)
    stacked = graph.op('Concat', [graph.op('Unsqueeze', [memory, graph.ints(0)]) for memory in memories], axis=0)
    graph.output('decoder_hidden_states', T.FLOAT, [layers + 1, None, None, width], stacked)
    graph.save(path)


def vocabulary(path, tokens=5248):
    with open(path, 'w', encoding='utf-8') as file:
        for index in range(tokens):
            syllable = chr(97 + index % 26) + 'aeiou'[index // 26 % 5]
            name = PROMPT[index] if index < len(PROMPT) else f"{'▁' if index % 3 == 0 else ''}{syllable}"
            file.write(f'{name} {index}\n')
