"""usage: make_parity.py FOLDER   small replicas, and the tokens that onnx-asr (PyPI, 0.12.0) reads out of each for a clip of the fixtures."""
import json
import os
import sys
import wave

import numpy as np
import onnx_asr

import canary
import parakeet

CLIP = os.path.join(os.path.dirname(__file__), '../fixtures/mini/audio/en_hello.wav')
SMALL = dict(layers=2, width=32, heads=4, inner=64, channels=8)


def main(folder):
    with wave.open(CLIP) as file:
        pcm = np.frombuffer(file.readframes(file.getnframes()), np.int16).astype(np.float32) / 32768
    for name, kind in (('parakeet', 'nemo-conformer-tdt'), ('canary', 'nemo-conformer-aed')):
        path = f'{folder}/{name}'
        os.makedirs(path, exist_ok=True)
        if name == 'parakeet':
            parakeet.encoder(f'{path}/encoder-model.onnx', 32, **SMALL)
            parakeet.decoder_joint(f'{path}/decoder_joint-model.onnx', tokens=65, width=32, encoded=32, lead=.6, quantised=False)
            parakeet.vocabulary(f'{path}/vocab.txt', 65)
        else:
            canary.encoder(f'{path}/encoder-model.onnx', 32, **SMALL)
            canary.decoder(f'{path}/decoder-model.onnx', 32, tokens=65, layers=2, width=32, heads=4, encoded=32, most=60)
            canary.vocabulary(f'{path}/vocab.txt', 65)
        with open(f'{path}/config.json', 'w') as file:
            json.dump({'model_type': kind, 'features_size': 128}, file)
        model = onnx_asr.load_model(kind, path, providers=['CPUExecutionProvider']).with_timestamps()
        languages = ['en'] if name == 'parakeet' else ['en', 'de']
        expected = {}
        for language in languages:
            told = {} if name == 'parakeet' else {'language': language}
            result = model.recognize(pcm, **told)
            expected[language] = {'tokens': result.tokens, 'times': [float(time) for time in result.timestamps or []]}
            print(name, language, len(result.tokens), result.text[:100])
        with open(f'{path}/expected.json', 'w') as file:
            json.dump(expected, file, ensure_ascii=False)
        os.remove(f'{path}/config.json')


main(sys.argv[1])
