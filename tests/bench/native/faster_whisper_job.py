"""faster-whisper and the peers' formats for `npm run bench -- native whisper-cpp`; a virtual environment has the packages.

usage: faster_whisper_job.py write WHISPER_FOLDER MODEL      the weights as a CTranslate2 model of int8
       faster_whisper_job.py write_ggml WHISPER_FOLDER MODEL the weights as a whisper.cpp model of Q8_0
       faster_whisper_job.py decode RECORDING WAV            16 kHz, one channel, 16 bits
       faster_whisper_job.py transcribe MODEL THREADS WARM_UP RECORDING
"""
import json
import sys
import time
import wave

RATE = 16_000


def decode(recording, out):
    from faster_whisper import decode_audio

    samples = decode_audio(recording, sampling_rate=RATE)
    with wave.open(out, 'wb') as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((samples.clip(-1, 1) * 32_767).round().astype('<i2').tobytes())


def transcribe(model_folder, threads, warm_up, recording):
    from faster_whisper import WhisperModel

    model = WhisperModel(
        model_folder, device='cpu', compute_type='int8', cpu_threads=int(threads), local_files_only=True
    )

    def run(path):
        segments, _ = model.transcribe(
            path, language='en', beam_size=1, temperature=0, vad_filter=True, word_timestamps=True
        )
        # A generator: the work is done as it is read.
        return list(segments)

    run(warm_up)
    started, processor = time.perf_counter(), time.process_time()
    segments = run(recording)
    seconds, cpu = time.perf_counter() - started, time.process_time() - processor
    text = ''.join(segment.text for segment in segments)
    print(json.dumps({'seconds': seconds, 'cpu': cpu, 'text': text}))


def write(folder, out):
    import write_ctranslate2

    write_ctranslate2.write(folder, out)


def write_ggml(folder, out):
    import write_ggml

    write_ggml.write(folder, out)


if __name__ == '__main__':
    {'write': write, 'write_ggml': write_ggml, 'decode': decode, 'transcribe': transcribe}[sys.argv[1]](*sys.argv[2:])
