"""Writes a Whisper of this project's layout as a CTranslate2 model.

The weights are the same: a graph holds 8 bits and a scale for each output of a layer, and so does CTranslate2's int8.
"""
import os
import shutil

import numpy as np
from ctranslate2.specs import WhisperSpec
from whisper_weights import open_graphs, query_scale, read_json, sinusoids, vocabulary


def norm(spec, graph, name):
    spec.gamma, spec.beta = graph.plain(name + '.weight'), graph.plain(name + '.bias')


def fused(spec, parts):
    """CTranslate2's fused layers need a bias of zeros where there is none."""
    weights, biases = zip(*parts)
    spec.weight = np.concatenate(weights)
    spec.bias = np.concatenate(
        [np.zeros(len(weight), np.float32) if bias is None else bias for weight, bias in zip(weights, biases)]
    )


def write_layer(spec, graph, name, scale):
    """One layer of the encoder or decoder."""
    own = name + '.self_attn'
    norm(spec.self_attention.layer_norm, graph, own + '_layer_norm')
    query = graph.linear(own + '.q_proj', scale)
    fused(spec.self_attention.linear[0], [query, graph.linear(own + '.k_proj'), graph.linear(own + '.v_proj')])
    fused(spec.self_attention.linear[1], [graph.linear(own + '.out_proj')])
    if hasattr(spec, 'attention'):
        cross = name + '.encoder_attn'
        norm(spec.attention.layer_norm, graph, cross + '_layer_norm')
        fused(spec.attention.linear[0], [graph.linear(cross + '.q_proj', scale)])
        fused(spec.attention.linear[1], [graph.linear(cross + '.k_proj'), graph.linear(cross + '.v_proj')])
        fused(spec.attention.linear[2], [graph.linear(cross + '.out_proj')])
    norm(spec.ffn.layer_norm, graph, name + '.final_layer_norm')
    fused(spec.ffn.linear_0, [graph.linear(name + '.fc1')])
    fused(spec.ffn.linear_1, [graph.linear(name + '.fc2')])


def write(folder, out):
    config, generation = read_json(folder, 'config.json'), read_json(folder, 'generation_config.json')
    scale = query_scale(config)
    spec = WhisperSpec(
        config['encoder_layers'],
        config['encoder_attention_heads'],
        config['decoder_layers'],
        config['decoder_attention_heads'],
    )
    encoder, decoder = open_graphs(folder)

    spec.encoder.conv1.weight, spec.encoder.conv1.bias = encoder.conv('conv1')
    spec.encoder.conv2.weight, spec.encoder.conv2.bias = encoder.conv('conv2')
    spec.encoder.position_encodings.encodings = sinusoids(config['max_source_positions'], config['d_model'])
    norm(spec.encoder.layer_norm, encoder, 'enc_ln')
    for index, layer in enumerate(spec.encoder.layer):
        write_layer(layer, encoder, f'enc.{index}', scale)

    spec.decoder.embeddings.weight = spec.decoder.projection.weight = decoder.embeddings()
    spec.decoder.position_encodings.encodings = decoder.plain('embed_positions_h')
    norm(spec.decoder.layer_norm, decoder, 'dec_ln')
    for index, layer in enumerate(spec.decoder.layer):
        write_layer(layer, decoder, f'dec.{index}', scale)

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
