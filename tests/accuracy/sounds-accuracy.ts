import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { findSoundsIn } from '../../src/engine/sound-events/find-sounds.ts';
import type { FoundSound } from '../../src/engine/sound-events/found-sound.ts';
import type { SoundModel } from '../../src/engine/sound-events/sound-model.ts';
import { blobSource } from '../../src/lib/bytes/byte-source.ts';
import { loadYamnet } from '../miniatures/load-yamnet.ts';
import type { Figure } from '../runner/figure.ts';
import type { SectionReport } from './accuracy-section.ts';
import { channelsOf } from './live/recognise-live.ts';
import { makeScenes, type Scene } from './sound-scenes.ts';
import { soundsLeftOut } from './sounds-left-out.ts';
import { sungWords } from './sung-words.ts';
import { wavBytes } from './whisper/write-wav.ts';

const section = 'sounds';
const AUDIO = join(PROJECT_ROOT, '../shared/audio');
/** By which a start or an end may be off, seconds. */
const OFF_SECONDS = 0.5;
/** Recordings of the corpus that have music or kitchen sounds in them. */
const WITH_SOUNDS = /^derived\/(?:music|kitchen)/;

const corpusManifest = z.array(z.object({ file: z.string(), sec: z.number() }));

/** Sounds alone, and before, after and under speech; then sounds that are named where people only speak. */
export async function soundsAccuracy(): Promise<SectionReport> {
  if (!existsSync(join(AUDIO, 'sounds'))) {
    console.log('Left out: ../shared/audio/sounds is absent.');
    return { figures: [], details: [], failed: 0 };
  }
  const model = await loadYamnet();
  try {
    const made = await makeScenes(AUDIO);
    const scenes = await measureScenes(model, made);
    const speech = await measureSpeech(model);
    const sung = await sungWords(AUDIO, speech.clips, (pcm) => allIn(model, wavBytes(pcm)));
    const leftOut = await measureLeftOut(model, made, speech.clips);
    return {
      figures: [...scenes.figures, ...speech.figures, ...sung, ...leftOut.figures],
      details: { scenes: scenes.details, speech: speech.details, limits: leftOut.limits },
      failed: 0,
    };
  } finally {
    await model.dispose();
  }
}

async function allIn(model: SoundModel, bytes: Uint8Array<ArrayBuffer>): Promise<FoundSound[]> {
  const loadVad = () => Promise.reject(new Error('There is one track.'));
  const options = { model, loadVad, withoutWebCodecs: true };
  return findSoundsIn(blobSource(new Blob([bytes])), options);
}

async function soundsIn(model: SoundModel, bytes: Uint8Array<ArrayBuffer>): Promise<FoundSound[]> {
  return (await allIn(model, bytes)).filter(({ kind }) => kind !== 'unspoken music');
}

const isNear = (sound: FoundSound, { start, end }: Pick<Scene, 'start' | 'end'>) =>
  sound.start < end + OFF_SECONDS && sound.end > start - OFF_SECONDS;

/** The same with limits that were chosen without the recording, and without the half of the speech that a recording is in. */
async function measureLeftOut(model: SoundModel, scenes: readonly Scene[], speech: readonly Float32Array[]) {
  const {
    wanted,
    right,
    wrong,
    speech: named,
    limits,
  } = await soundsLeftOut(model, [
    ...scenes.map((scene) => ({
      ...scene,
      recording: scene.name.split(' ')[0] ?? '',
      isHit: (sound: FoundSound) => isNear(sound, scene),
    })),
    ...speech.map((pcm, at) => ({ recording: `speech ${at % 2}`, pcm, kind: null, isHit: () => false })),
  ]);
  console.log(`All recordings choose ${JSON.stringify(limits)}`);
  const figures = [
    percent('sounds that are named, each recording left out', right, wanted, 80),
    percent('names that are right, the same', right, right + wrong, 90),
    { section, name: 'recordings of speech with a sound, half left out', value: named, unit: '', atMost: 0 },
  ];
  return { figures, limits };
}

const percent = (name: string, part: number, whole: number, atLeast: number): Figure => ({
  section,
  name,
  value: (100 * part) / whole,
  unit: '%',
  atLeast,
});

async function measureScenes(model: SoundModel, scenes: readonly Scene[]) {
  const count = { right: 0, wrong: 0, wanted: 0, starts: 0, ends: 0 };
  const details: unknown[] = [];
  for (const { name, pcm, kind, start, end } of scenes) {
    const found = await soundsIn(model, wavBytes(pcm));
    const hits = found.filter((one) => one.kind === kind && isNear(one, { start, end }));
    const [first] = hits;
    const last = hits.at(-1);
    if (kind) count.wanted += 1;
    if (first && last) {
      count.right += 1;
      if (Math.abs(first.start - start) <= OFF_SECONDS) count.starts += 1;
      if (Math.abs(last.end - end) <= OFF_SECONDS) count.ends += 1;
    }
    count.wrong += found.length - hits.length;
    details.push({ name, kind, start, end, found });
    console.log(`${first || !kind ? '  ' : '- '}${name}: ${found.map(written).join(', ')}`);
  }
  const figures = [
    percent('sounds that are named', count.right, count.wanted, 80),
    percent('names that are right', count.right, count.right + count.wrong, 90),
    percent('starts within half a second', count.starts, count.right, 90),
    percent('ends within half a second', count.ends, count.right, 90),
  ];
  return { figures, details };
}

const written = ({ kind, start, end }: FoundSound) => `${kind} ${start.toFixed(2)}–${end.toFixed(2)}`;

async function measureSpeech(model: SoundModel) {
  const folder = join(AUDIO, 'corpus');
  const clips = corpusManifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  const details: { file: string; found: FoundSound[] }[] = [];
  const clean: Float32Array[] = [];
  let seconds = 0;
  let windows = 0;
  let processor = 0;
  for (const { file, sec } of clips) {
    const signal = (await channelsOf(join(folder, file)))[0] ?? new Float32Array(0);
    const pcm = wavBytes(signal);
    if (!WITH_SOUNDS.test(file)) clean.push(signal);
    const before = process.cpuUsage();
    const found = await soundsIn(
      counted(model, (more) => (windows += more)),
      pcm,
    );
    const { user, system } = process.cpuUsage(before);
    processor += (user + system) / 1e6;
    seconds += sec;
    if (found.length > 0) console.log(`  ${file}: ${found.map(written).join(', ')}`);
    if (!WITH_SOUNDS.test(file)) details.push({ file, found });
  }
  const named = details.filter(({ found }) => found.length > 0);
  console.log(`${clips.length} recordings of speech, ${seconds.toFixed(0)} s, ${windows} windows`);
  const figures: Figure[] = [
    { section, name: 'recordings of speech with a sound', value: named.length, unit: '', atMost: 0 },
    { section, name: 'windows a second of speech', value: windows / seconds, unit: '', atMost: 1.3 },
    {
      section,
      name: 'processor time, of that of the speech',
      value: (100 * processor) / seconds,
      unit: '%',
      atMost: 3,
    },
  ];
  return { figures, details: named, clips: clean };
}

/** The model, and how many windows it scored. */
function counted(model: SoundModel, onWindows: (count: number) => void): SoundModel {
  const score: SoundModel['score'] = (windows) => {
    onWindows(windows.length);
    return model.score(windows);
  };
  return Object.assign(Object.create(model), { score });
}
