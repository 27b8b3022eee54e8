"""usage: replicas.py MODEL FOLDER   writes a replica of a model of the manifest, in the paths of its repository, with random weights."""
import os
import sys

from onnxruntime.quantization import quantize_dynamic

import canary
import nemotron
import parakeet
import sentences
import voices


def parakeet_folder(folder, name, bits):
    os.makedirs(folder, exist_ok=True)
    parakeet.encoder(f'{folder}/encoder-model.{name}.onnx', bits, halves=bits == 16)
    parakeet.decoder_joint(f'{folder}/decoder_joint-model.int8.onnx')
    parakeet.vocabulary(f'{folder}/vocab.txt')


def canary_folder(folder):
    os.makedirs(folder, exist_ok=True)
    for name, make in (('encoder', canary.encoder), ('decoder', canary.decoder)):
        path = f'{folder}/{name}-model'
        make(f'{path}.onnx', 32)
        quantize_dynamic(f'{path}.onnx', f'{path}.int8.onnx')
        os.remove(f'{path}.onnx')
    canary.vocabulary(f'{folder}/vocab.txt')


def nemotron_folder(folder):
    os.makedirs(folder, exist_ok=True)
    nemotron.embed(f'{folder}/embed.onnx')
    nemotron.step(f'{folder}/step.onnx')
    quantize_dynamic(f'{folder}/step.onnx', f'{folder}/step_int8.onnx')
    os.remove(f'{folder}/step.onnx')
    nemotron.silence(f'{folder}/silence_embeds.bin')


def resnet_folder(folder):
    os.makedirs(f'{folder}/onnx', exist_ok=True)
    voices.resnet(f'{folder}/onnx/model.onnx')


def voxlingua_folder(folder):
    os.makedirs(folder, exist_ok=True)
    name = 'lang-id-ecapa.onnx'
    # Sure of English, so that the recording is recognised.
    voices.ecapa(f'{folder}/{name}', f'{name}.data', sure_of=0)
    voices.labels(f'{folder}/labels.json', ['en'])


REPLICAS = {
    'canary-180m-flash': canary_folder,
    'multilingual-minilm-l12-v2': sentences.sentences,
    'nemotron-3-diarization': nemotron_folder,
    'parakeet-ultra': lambda out: parakeet_folder(f'{out}/int8', 'int8', 8),
    'parakeet-ultra-fp16': lambda out: parakeet_folder(f'{out}/fp16', 'fp16', 16),
    'voxlingua107': voxlingua_folder,
    'wespeaker-resnet34': resnet_folder,
    'parakeet-redux': lambda out: parakeet_folder(f'{out}/w2a8', 'w2a8', 2),
}

if __name__ == '__main__':
    model, folder = sys.argv[1:]
    if model not in REPLICAS:
        sys.exit(f'No replica of {model} is known: {", ".join(REPLICAS)}.')
    REPLICAS[model](folder)
