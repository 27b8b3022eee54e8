"""usage: make_diarizer_parity.py FOLDER   a small Nemotron-3-Diarization with random weights, and the frames of each second of 3½ minutes in which each speaks.

The reference is NVIDIA's own port in transformers (PyPI: transformers 5.24.0, torch 2.6.0, onnx 1.23.2, librosa 0.11.0).
"""
import json
import sys

import numpy as np
import torch
from transformers import Nemotron3DiarizationConfig, Nemotron3DiarizationForAudioFrameClassification, NemotronAsrStreamingFeatureExtractor

SECONDS = 213.65
WIDTH, SPEAKERS = 16, 8


def voices():
    """Saw teeth in noise, each for .7 s, of which no two are alike (equal frames could be chosen in any order): src/engine/diarization/sortformer/sortformer-parity.test.ts has the same."""
    at = np.arange(int(SECONDS * 16000), dtype=np.int64)
    tone = at // 11200
    noise = at % 65521
    return ((((at * (97 + tone * tone * 53 % 911)) % 16000) / 8000 - 1) * .2 + (noise * noise * 31 % 65521 / 32768 - 1) * .1).astype(np.float32)


def first_of_equals(values, count, dim, sorted):
    """A frame of two speakers may be in the cache twice: torch.topk leaves open which of equal ones it takes."""
    values, places = torch.sort(values, dim=dim, descending=True, stable=True)
    return values.narrow(dim, 0, count), places.narrow(dim, 0, count)


class Embed(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.embedder = model.model.audio_tower.embedder

    def forward(self, features):
        missing = torch.zeros(1, 7, 128)
        frames = (features.shape[1] + 7) // 8
        padded = torch.cat([features, missing], dim=1)[:, :frames * 8]
        return self.embedder.projection(padded.reshape(1, frames, 1024))


class Step(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model, self.classifier = model.model, model.classifier

    def forward(self, embeds):
        places = torch.arange(embeds.shape[1])[None, :]
        return self.classifier(self.model(inputs_embeds=embeds, position_ids=places).last_hidden_state)


@torch.no_grad()
def main(folder):
    torch.manual_seed(5)
    torch.topk = first_of_equals
    audio = dict(hidden_size=WIDTH, intermediate_size=32, num_hidden_layers=2, num_attention_heads=2, initializer_range=.4)
    head = dict(hidden_size=WIDTH, audio_hidden_size=WIDTH)
    config = Nemotron3DiarizationConfig(audio_config=audio, head_config=head, initializer_range=.4, attn_implementation='eager')
    model = Nemotron3DiarizationForAudioFrameClassification(config).eval()
    model.silence_embeds.copy_(torch.randn(WIDTH))
    model.model.upsampler.conv.weight.add_(torch.randn_like(model.model.upsampler.conv.weight) * .02)
    inputs = NemotronAsrStreamingFeatureExtractor(feature_size=128)(voices(), sampling_rate=16000, return_tensors='pt')
    # Random logits lie on one side: each speaker is made to be heard in a part of the time.
    step, last = Step(model), model.classifier.out_proj
    last.weight.sub_(last.weight.mean(dim=0))
    logits = step(model.model.audio_tower.embedder(inputs.input_features)[:, :1500])
    scale = 4 / logits.std(dim=1).squeeze()
    last.weight.mul_(scale[:, None])
    last.bias.sub_(logits.mean(dim=1).squeeze()).mul_(scale).sub_(4.5)
    probabilities = model(**inputs).logits.sigmoid()[0].numpy()[:int(SECONDS * 100)]
    rates = (probabilities > .5).mean(axis=0)
    active = probabilities > .5
    counts = [active[second * 100:(second + 1) * 100].sum(axis=0).tolist() for second in range(int(SECONDS) + 1)]
    print('speaks', rates.round(2), 'at once', np.bincount(active.sum(axis=1)))
    names = dict(input_names=['features'], output_names=['embeds'])
    axes = dict(dynamic_axes={'features': {1: 'frames'}, 'embeds': {1: 'eighths'}}, opset_version=17, dynamo=False)
    torch.onnx.export(Embed(model), (torch.rand(1, 61, 128),), f'{folder}/embed.onnx', **names, **axes)
    names = dict(input_names=['embeds'], output_names=['logits'])
    axes = dict(dynamic_axes={'embeds': {1: 'frames'}, 'logits': {1: 'eight_times'}}, opset_version=17, dynamo=False)
    torch.onnx.export(step, (torch.rand(1, 50, WIDTH),), f'{folder}/step.onnx', **names, **axes)
    model.silence_embeds.numpy().astype('<f4').tofile(f'{folder}/silence_embeds.bin')
    with open(f'{folder}/expected.json', 'w') as file:
        json.dump(counts, file, separators=(',', ':'))


main(sys.argv[1])
