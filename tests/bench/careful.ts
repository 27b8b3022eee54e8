import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { QUALITIES, type Quality } from '../../src/contract/jobs/quality.ts';
import { WHISPER_BASE } from '../accuracy/whisper/whisper-part.ts';
import { SAMPLE_RATE, writeWav } from '../accuracy/whisper/write-wav.ts';
import { median } from '../accuracy/word-time-error.ts';
import type { Figure } from '../runner/figure.ts';
import { type BenchOptions, expectDoneBy, jobSeconds, workPath } from './bench-setup.ts';
import { browserCpuSeconds } from './browser-processes.ts';
import { denseSpeech } from './dense-speech.ts';

const section = 'careful';
const MODEL = join(PROJECT_ROOT, '../shared/models', WHISPER_BASE);
const LONG_SECONDS = 60;
const NOTE_SECONDS = 10;
/** Careful may take so many times the time of fast. */
const MOST_TIMES = 2;

interface Cost {
  seconds: number;
  cpu: number;
}

/** The real weights of Whisper base, careful against fast, in turn. */
export async function careful({ repeats }: BenchOptions): Promise<Figure[]> {
  if (!existsSync(MODEL)) {
    console.log(`Left out: ${MODEL} is not here.`);
    return [];
  }
  const session = await BrowserSession.open({ modelsDir: MODEL });
  const cost = async (path: string, quality: Quality): Promise<Cost> => {
    const before = browserCpuSeconds(session.profile);
    const job = await session.transcribe(path, {
      model: WHISPER_BASE,
      language_config: { languages: ['en'] },
      quality,
    });
    expectDoneBy(job, WHISPER_BASE);
    if (job.post_session_metadata.fallbacks) throw new Error('The beam was not followed.');
    return { seconds: jobSeconds(job), cpu: browserCpuSeconds(session.profile) - before };
  };
  try {
    const recordings = writeRecordings();
    await cost(recordings.note, 'fast');
    const figures: Figure[] = [];
    for (const [name, path] of Object.entries(recordings)) {
      const rounds: Record<Quality, Cost[]> = { fast: [], careful: [] };
      for (let round = 0; round < repeats; round += 1) {
        for (const quality of QUALITIES) rounds[quality].push(await cost(path, quality));
      }
      const of = (quality: Quality, what: keyof Cost) => median(rounds[quality].map((one) => one[what]));
      const ratio = (what: keyof Cost) => of('careful', what) / of('fast', what);
      console.log(
        `  ${name}: fast ${of('fast', 'seconds').toFixed(2)} s, careful ${of('careful', 'seconds').toFixed(2)} s`,
      );
      figures.push(
        {
          section,
          name: `${name}: time of careful, of that of fast`,
          value: ratio('seconds'),
          unit: '×',
          atMost: MOST_TIMES,
        },
        {
          section,
          name: `${name}: the same, processor time`,
          value: ratio('cpu'),
          unit: '×',
          atMost: MOST_TIMES,
        },
      );
    }
    return figures;
  } finally {
    await session.close();
  }
}

function writeRecordings() {
  const write = (name: string, pcm: Float32Array): string => {
    const path = workPath(name);
    writeWav(path, pcm);
    return path;
  };
  return {
    note: write('careful-note.wav', denseSpeech(NOTE_SECONDS, 0).slice(0, NOTE_SECONDS * SAMPLE_RATE)),
    dense: write('careful-dense.wav', denseSpeech(LONG_SECONDS, 0.3)),
  };
}
