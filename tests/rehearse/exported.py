"""usage: exported.py MODEL FOLDER   replicas by the exporter itself (optimum): a published configuration over that of the miniature of its kind, random weights."""
import json
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

# Nothing of a replica comes from the hub.
os.environ['HF_HUB_OFFLINE'] = '1'

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.registry import IntegerOpsRegistry
from optimum.exporters.onnx import onnx_export_from_model
from optimum.exporters.onnx.base import ConfigBehavior
from optimum.exporters.onnx.model_configs import WhisperOnnxConfig
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForSeq2SeqLM, AutoModelForSequenceClassification
from transformers import AutoModelForSpeechSeq2Seq, AutoModelForTokenClassification

ROOT = Path(__file__).parents[2]
MINIATURES = ROOT / 'tests/fixtures/mini'
WHISPER_TEXTS = ROOT / '../shared/models/whisper-text-files'
LLM = ('mini-llm', AutoModelForCausalLM, 'text-generation-with-past', ['model'])
TRANSLATION = ('mini-m2m100', AutoModelForSeq2SeqLM, 'text2text-generation-with-past', ['encoder_model', 'decoder_model_merged'])
WHISPER = (None, AutoModelForSpeechSeq2Seq, 'automatic-speech-recognition-with-past', ['encoder_model', 'decoder_model_merged'])
# Tokens that a replica writes before it ends: an answer, a sentence, the words of half a minute.
WRITTEN = {LLM[2]: 100, TRANSLATION[2]: 12, WHISPER[2]: 75}
BERT = {'hidden_size': 768, 'num_hidden_layers': 12, 'num_attention_heads': 12, 'intermediate_size': 3072}


def layers(count, heads, ffn):
    sides = {'layers': count, 'attention_heads': heads, 'ffn_dim': ffn}
    return {'num_hidden_layers': count} | {f'{side}_{name}': value for side in ('encoder', 'decoder') for name, value in sides.items()}


MODELS = {
    'qwen3-0.6b': (*LLM, {
        'hidden_size': 1024, 'intermediate_size': 3072, 'num_hidden_layers': 28, 'num_attention_heads': 16, 'num_key_value_heads': 8,
        'head_dim': 128, 'vocab_size': 151936, 'max_position_embeddings': 40960, 'rope_theta': 1000000}),
    'qwen2.5-0.5b-instruct': (*LLM, {
        'model_type': 'qwen2', 'architectures': ['Qwen2ForCausalLM'], 'hidden_size': 896, 'intermediate_size': 4864, 'head_dim': 64,
        'num_hidden_layers': 24, 'num_attention_heads': 14, 'num_key_value_heads': 2, 'vocab_size': 151936,
        'max_position_embeddings': 32768, 'rope_theta': 1000000}),
    'whisper-tiny': (*WHISPER, {'d_model': 384, **layers(4, 6, 1536)}),
    'whisper-small': (*WHISPER, {
        'd_model': 768, **layers(12, 12, 3072),
        'alignment_heads': [[5, 3], [5, 9], [8, 0], [8, 4], [8, 7], [8, 8], [9, 0], [9, 7], [9, 9], [10, 5]]}),
    'm2m100-418m': (*TRANSLATION, {'d_model': 1024, **layers(12, 16, 4096), 'vocab_size': 128112, 'max_position_embeddings': 1024}),
    'opus-mt-en-fr': (*TRANSLATION, {
        'model_type': 'marian', 'architectures': ['MarianMTModel'], 'd_model': 512, **layers(6, 8, 2048), 'vocab_size': 59514,
        'activation_function': 'swish', 'decoder_start_token_id': 1, 'static_position_embeddings': True}),
    'bert-multilingual-ner': ('mini-ner', AutoModelForTokenClassification, 'token-classification', ['model'], {
        **BERT, 'vocab_size': 119547, 'max_position_embeddings': 512}),
    'go-emotions': ('mini-emotions', AutoModelForSequenceClassification, 'text-classification', ['model'], {
        **BERT, 'vocab_size': 50265, 'max_position_embeddings': 514}),
    'punctuation-88': ('mini-punctuation', AutoModelForTokenClassification, 'token-classification', ['model'], {
        **BERT, 'vocab_size': 250002, 'max_position_embeddings': 514}),
}


class TimedWhisper(WhisperOnnxConfig):
    """The decoder also gives its attention, of which the times of words are made."""

    @property
    def outputs(self):
        outputs = super().outputs
        if self._behavior is ConfigBehavior.DECODER:
            for kind in ('decoder_attentions', 'cross_attentions'):
                for layer in range(self._config.decoder_layers):
                    outputs[f'{kind}.{layer}'] = {0: 'batch_size', 2: 'decoder_sequence_length', 3: f'{kind}_length'}
        return outputs


def make(model_id, folder):
    miniature, kind, task, graphs, changes = MODELS[model_id]
    source = MINIATURES / miniature if miniature else WHISPER_TEXTS
    out = Path(folder)
    (out / 'onnx').mkdir(parents=True, exist_ok=True)
    config = json.loads((source / 'config.json').read_text()) | changes
    write(out / 'config.json', config)
    copy_texts(source, out, config, changes)
    torch.manual_seed(1)
    model = kind.from_config(AutoConfig.for_model(**config), attn_implementation='eager').eval()
    if task in WRITTEN:
        write_in_turn(model, WRITTEN[task], words_of(json.loads((out / 'tokenizer.json').read_text())))
    timed = {}
    if not miniature:
        timed = {'model_kwargs': {'output_attentions': True}, 'custom_onnx_configs': whisper_parts(model.config)}
    with tempfile.TemporaryDirectory(dir=out.parent) as work:
        onnx_export_from_model(model, work, task=task, do_validation=False, **timed)
        del model
        for graph in graphs:
            quantise(f'{work}/{graph}.onnx', str(out / f'onnx/{graph}_quantized.onnx'))


def words_of(tokenizer):
    """Tokens that are words of their own, the last of the vocabulary first."""
    vocabulary = tokenizer['model']['vocab']
    tokens = [name for name, _ in vocabulary] if isinstance(vocabulary, list) else sorted(vocabulary, key=vocabulary.get)
    return [index for index, token in enumerate(tokens) if re.fullmatch('[Ġ▁][a-z]{3,}', token)][::-1]


def write_in_turn(model, count, words):
    """
    Has a replica write `count` different words and end. Random layers repeat one token, and a loop ends the text early. Here the
    embedding outweighs the layers, so that the last product finds it again, and it is that of the token that follows.
    """
    embedding = model.get_decoder().embed_tokens
    embedding.weight.data *= 10 / embedding.weight.std()
    head = model.get_output_embeddings()
    # Else the exporter keeps what both share in floats, beside its eight bits.
    head.weight = torch.nn.Parameter(head.weight.detach().clone())
    following = torch.full((embedding.num_embeddings,), words[0])
    following[words[:count]] = torch.tensor([*words[1:count], model.config.eos_token_id])
    embedding.register_forward_pre_hook(lambda _, ids: following[ids[0]])


def whisper_parts(config):
    whole = TimedWhisper(config, task='automatic-speech-recognition', use_past=True, use_past_in_inputs=True)
    return {
        'encoder_model': whole.with_behavior('encoder'),
        'decoder_model': whole.with_behavior('decoder', use_past=True, use_past_in_inputs=False),
        'decoder_with_past_model': whole.with_behavior('decoder', use_past=True, use_past_in_inputs=True),
    }


def copy_texts(source, out, config, changes):
    for name in ('generation_config.json', 'preprocessor_config.json', 'tokenizer_config.json'):
        if (source / name).exists():
            shutil.copy(source / name, out / name)
    if 'alignment_heads' in changes:
        generation = json.loads((source / 'generation_config.json').read_text())
        write(out / 'generation_config.json', generation | {'alignment_heads': changes['alignment_heads']})
    if config['model_type'] == 'marian':
        texts = json.loads((out / 'tokenizer_config.json').read_text())
        write(out / 'tokenizer_config.json', texts | {'tokenizer_class': 'MarianTokenizer', 'additional_special_tokens': []})
    tokenizer = json.loads((source / 'tokenizer.json').read_text())
    if 'vocab_size' in changes:
        fill(tokenizer['model']['vocab'], config['vocab_size'])
    write(out / 'tokenizer.json', tokenizer)


def fill(vocabulary, size):
    """Made-up words of letters, as many as the published vocabulary has more."""
    for index in range(len(vocabulary), size):
        word, rest = '', index
        while rest:
            rest, letter = divmod(rest, 26)
            word += chr(97 + letter)
        if isinstance(vocabulary, list):
            vocabulary.append([f'▁qz{word}', -20.0])
        else:
            vocabulary[f'Ġqz{word}'] = index


def quantise(path, out):
    """As transformers.js' own script does it."""
    operators = {node.op_type for node in onnx.load(path, load_external_data=False).graph.node}
    quantize_dynamic(path, out, weight_type=QuantType.QUInt8 if 'Conv' in operators else QuantType.QInt8,
                     op_types_to_quantize=sorted((operators | {'MatMul', 'Gather'}) & set(IntegerOpsRegistry)),
                     extra_options={'EnableSubgraph': True})
    os.remove(path)


def write(path, value):
    path.write_text(json.dumps(value, ensure_ascii=False))


if __name__ == '__main__':
    wanted, target = sys.argv[1:]
    if wanted not in MODELS:
        sys.exit(f'No replica of {wanted} is known: {", ".join(MODELS)}.')
    make(wanted, target)
