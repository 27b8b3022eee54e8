import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { editGraph, readGraph } from '../../src/engine/kernels/graphs/edit-graph.ts';
import { joined, samplesOf, WHISPER_BASE } from '../accuracy/whisper/whisper-part.ts';
import { SAMPLE_RATE, writeWav } from '../accuracy/whisper/write-wav.ts';
import { median } from '../accuracy/word-time-error.ts';
import type { Figure } from '../runner/figure.ts';
import { type BenchOptions, expectDoneBy, jobSeconds, workPath } from './bench-setup.ts';
import { browserCpuSeconds } from './browser-processes.ts';

const section = 'speech-only';
const SPEECH = [
  'whisper.cpp/jfk.wav',
  'leopard/test.wav',
  'pocketsphinx/sense_and_sensibility_01_austen_64kb-0870.wav',
];
const MODEL = join(PROJECT_ROOT, '../shared/models', WHISPER_BASE);
const ENCODER = 'onnx/encoder_model_quantized.onnx';
/** The same model, whose encoder hears 30 s whatever there is. */
const WHOLE = 'whisper-base-whole';
const LONG_SECONDS = 90;

interface Cost {
  seconds: number;
  cpu: number;
}

/**
 * The real weights of Whisper base, where windows hold speech alone and the encoder hears no more than there is: a
 * recording with half silence against a dense one, and short notes against the same model with whole windows.
 */
export async function speechOnly({ repeats }: BenchOptions): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  copyWithWholeWindows(join(folder, WHOLE));
  const session = await BrowserSession.open({ modelsDir: [MODEL, join(folder, WHOLE)].join(delimiter) });
  const cost = async (path: string, model: string): Promise<Cost> => {
    const before = browserCpuSeconds(session.profile);
    const job = await session.transcribe(path, { model, language_config: { languages: ['en'] } });
    expectDoneBy(job, model);
    return { seconds: jobSeconds(job), cpu: browserCpuSeconds(session.profile) - before };
  };
  try {
    const recordings = writeRecordings();
    await cost(recordings.note3, WHISPER_BASE);
    const rounds: Record<'dense' | 'half', Cost>[] = [];
    for (let round = 0; round < repeats; round++) {
      rounds.push({
        dense: await cost(recordings.dense, WHISPER_BASE),
        half: await cost(recordings.half, WHISPER_BASE),
      });
    }
    const notes: Record<string, Record<'note3' | 'note10', Cost[]>> = {};
    for (const model of [WHISPER_BASE, WHOLE]) {
      await cost(recordings.note3, model);
      const own: Record<'note3' | 'note10', Cost[]> = { note3: [], note10: [] };
      for (let round = 0; round < repeats + 2; round++) {
        own.note3.push(await cost(recordings.note3, model));
        own.note10.push(await cost(recordings.note10, model));
      }
      notes[model] = own;
    }
    const ratio = (name: 'note3' | 'note10', what: keyof Cost) => {
      const of = (model: string) => median((notes[model]?.[name] ?? []).map((one) => one[what]));
      console.log(
        `  ${name}, ${what}: ${of(WHISPER_BASE).toFixed(2)} s; whole window ${of(WHOLE).toFixed(2)} s`,
      );
      return (of(WHISPER_BASE) / of(WHOLE)) * 100;
    };
    const share = (what: keyof Cost) =>
      median(rounds.map(({ half, dense }) => half[what] / dense[what])) * 100;
    const figure = (name: string, value: number, atMost?: number): Figure => ({
      section,
      name,
      value,
      unit: '%',
      ...(atMost !== undefined && { atMost }),
    });
    return [
      figure(`${LONG_SECONDS} s with half silence, of the time of dense speech`, share('seconds'), 55),
      figure('the same, of its processor time', share('cpu'), 55),
      figure('3 s, warm, of the time with the whole window', ratio('note3', 'seconds'), 30),
      figure('the same, of its processor time', ratio('note3', 'cpu')),
      figure('10 s, warm, of the time with the whole window', ratio('note10', 'seconds'), 45),
      figure('the same, of its processor time', ratio('note10', 'cpu')),
    ];
  } finally {
    await session.close();
    rmSync(folder, { recursive: true });
  }
}

function writeRecordings() {
  const clips = SPEECH.map(samplesOf);
  const half: Float32Array[] = [];
  const dense: Float32Array[] = [];
  const seconds = (parts: readonly Float32Array[]) =>
    parts.reduce((sum, { length }) => sum + length, 0) / SAMPLE_RATE;
  for (let index = 0; seconds(dense) < LONG_SECONDS; index++) {
    const clip = clips[index % clips.length] ?? new Float32Array(0);
    dense.push(clip);
    if (seconds(half) < LONG_SECONDS) half.push(clip, new Float32Array(clip.length));
  }
  const write = (name: string, pcm: Float32Array): string => {
    const path = workPath(name);
    writeWav(path, pcm);
    return path;
  };
  const [note = new Float32Array(0)] = clips;
  const long = (parts: readonly Float32Array[]) => joined(parts, 0).slice(0, LONG_SECONDS * SAMPLE_RATE);
  return {
    dense: write('speech-dense.wav', long(dense)),
    half: write('speech-half.wav', long(half)),
    note3: write('note-3.wav', note.slice(0, 3 * SAMPLE_RATE)),
    note10: write('note-10.wav', note.slice(0, 10 * SAMPLE_RATE)),
  };
}

/** A copy whose encoder is built so that it is not recognised, and therefore not shortened. */
function copyWithWholeWindows(folder: string): void {
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  for (const name of readdirSync(MODEL))
    if (name !== 'onnx') symlinkSync(join(MODEL, name), join(folder, name));
  for (const name of readdirSync(join(MODEL, 'onnx'))) {
    const path = join('onnx', name);
    if (path !== ENCODER) symlinkSync(join(MODEL, path), join(folder, path));
  }
  const model = new Uint8Array(readFileSync(join(MODEL, ENCODER)));
  const { nodes } = readGraph(model);
  const transpose = nodes.find(({ opType }) => opType === 'Transpose');
  const add = nodes.find(({ inputs }) => inputs.includes(transpose?.outputs[0] ?? ''));
  if (!transpose || !add) throw new Error('The encoder is built otherwise.');
  const between = `${transpose.outputs[0]}_same`;
  const inputs = add.inputs.map((input) => (input === transpose.outputs[0] ? between : input));
  const replaced = new Map([
    [
      add.outputs[0] ?? '',
      [
        { opType: 'Identity', inputs: transpose.outputs, outputs: [between] },
        { ...add, inputs },
      ],
    ],
  ]);
  writeFileSync(join(folder, ENCODER), editGraph(model, { replaced, added: [] }));
}
