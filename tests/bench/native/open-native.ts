import { execFile, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { workPath } from '../bench-setup.ts';

/** Pinned, since the limit that they set is compared over time; `onnx` reads the weights. */
const PACKAGES = ['faster-whisper==1.2.1', 'ctranslate2==4.8.5', 'onnx==1.23.2'];
const SCRIPT = join(import.meta.dirname, 'faster_whisper_job.py');

const answer = z.object({ seconds: z.number(), cpu: z.number(), text: z.string() });

/** What one recording took: seconds by the clock, seconds of processor, and what was recognised. */
export type NativeJob = z.infer<typeof answer>;

export interface Native {
  /** The recording as 16 kHz WAV. */
  decode(recording: string, wav: string): Promise<void>;
  /** The weights as faster-whisper's model; returns its path. */
  writeModel(): Promise<string>;
  /** The weights as whisper.cpp's model; returns its path. */
  writeGgml(): Promise<string>;
  /** Greedy, int8, with voice activity and word times; the model is loaded and warm before the time starts. */
  transcribe(model: string, recording: string, warmUp: string, threads: number): Promise<NativeJob>;
}

/**
 * faster-whisper and what writes the weights of this folder (q8 ONNX) in the peers' formats, in a virtual environment in the
 * bench's work folder.
 * @returns a sentence on what is missing if it cannot be had
 */
export function openNative(weights: string): Native | string {
  if (spawnSync('python3', ['--version']).status !== 0) return 'it needs Python 3 (python3).';
  const python = fetchNativePackages();
  if (python === null) return `it needs ${PACKAGES.join(', ')} from Python's package registry.`;
  // Without -B, Python leaves compiled scripts in the tree.
  const script = (...parameters: string[]) =>
    promisify(execFile)(python, ['-B', SCRIPT, ...parameters], {
      env: { ...process.env, HF_HUB_OFFLINE: '1' },
      maxBuffer: 2 ** 26,
    });
  const write = async (format: string, model: string) => {
    await script(format, weights, model);
    return model;
  };
  return {
    async decode(recording, wav) {
      await script('decode', recording, wav);
    },
    writeModel: () => write('write', workPath('native-model')),
    writeGgml: () => write('write_ggml', workPath('ggml-model.bin')),
    async transcribe(model, recording, warmUp, threads) {
      const { stdout } = await script('transcribe', model, String(threads), warmUp, recording);
      return answer.parse(JSON.parse(stdout));
    },
  };
}

/** Python with the packages and with ONNX Runtime, which faster-whisper brings, fetched on the first run; null if they cannot be had. */
export function fetchNativePackages(): string | null {
  const python = join(workPath('native'), 'bin/python');
  const has = () => spawnSync(python, ['-c', 'import faster_whisper, onnx, onnxruntime']).status === 0;
  if (has()) return python;
  console.log(`  ${PACKAGES.join(', ')} are fetched from the registry …`);
  const folder = workPath('native');
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES];
  const isFetched =
    spawnSync('python3', ['-m', 'venv', folder]).status === 0 &&
    spawnSync(python, install).status === 0 &&
    has();
  return isFetched ? python : null;
}
