import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { WHISPER_BASE } from '../accuracy/whisper/whisper-part.ts';
import { SAMPLE_RATE, writeWav } from '../accuracy/whisper/write-wav.ts';
import { median } from '../accuracy/word-time-error.ts';
import type { Figure } from '../runner/figure.ts';
import { type BenchOptions, expectDoneBy, jobSeconds, workPath } from './bench-setup.ts';
import { browserCpuSeconds } from './browser-processes.ts';
import { denseSpeech } from './dense-speech.ts';

const section = 'kept-cache';
const MODEL = join(PROJECT_ROOT, '../shared/models', WHISPER_BASE);
/** Seconds of dense speech: a note in one window, and windows enough for two lanes. */
const LENGTHS = { note: 10, long: 240 };

interface Cost {
  seconds: number;
  cpu: number;
}

/**
 * Whole jobs with the real weights of Whisper base: with the decoder's cache kept in the runtime's memory,
 * against the same app where the runtime's memory is out of reach, as with another version of the
 * runtime, in turn.
 */
export async function keptCache({ repeats }: BenchOptions): Promise<Figure[]> {
  if (!existsSync(MODEL)) {
    console.log(`Left out: ${MODEL} is not here.`);
    return [];
  }
  const kept = await BrowserSession.open({ modelsDir: MODEL });
  const copying = await BrowserSession.open({ modelsDir: MODEL, plugins: [withoutCapture()] });
  try {
    const figures: Figure[] = [];
    for (const [name, length] of Object.entries(LENGTHS)) {
      const path = writeRecording(`kept-cache-${name}.wav`, length);
      const rounds: { kept: Cost; copied: Cost }[] = [];
      for (let round = 0; round <= repeats; round += 1) {
        const costs = {
          kept: await costOf(kept, path, false),
          copied: await costOf(copying, path, true),
        };
        // The first round loads the model.
        if (round > 0) rounds.push(costs);
        console.log(
          `  ${name}: kept ${costs.kept.seconds.toFixed(1)} s (processor ${costs.kept.cpu.toFixed(1)} s), ` +
            `copied ${costs.copied.seconds.toFixed(1)} s (${costs.copied.cpu.toFixed(1)} s)`,
        );
      }
      const share = (what: keyof Cost) =>
        median(rounds.map((one) => one.kept[what] / one.copied[what])) * 100;
      figures.push(
        {
          section,
          name: `${name} (${length} s), processor time, of that with copies`,
          value: share('cpu'),
          unit: '%',
          atMost: 90,
        },
        { section, name: 'the same, elapsed time', value: share('seconds'), unit: '%' },
      );
    }
    return figures;
  } finally {
    await kept.close();
    await copying.close();
  }
}

async function costOf(session: BrowserSession, path: string, copies: boolean): Promise<Cost> {
  await session.page.bringToFront();
  const before = browserCpuSeconds(session.profile);
  const job = await session.transcribe(path, { model: WHISPER_BASE, language_config: { languages: ['en'] } });
  expectDoneBy(job, WHISPER_BASE);
  const { fallbacks = [] } = job.post_session_metadata;
  if (JSON.stringify(fallbacks) !== JSON.stringify(copies ? ['copied-cache'] : [])) {
    throw new Error(`The job took other ways: ${JSON.stringify(fallbacks)}`);
  }
  return { seconds: jobSeconds(job), cpu: browserCpuSeconds(session.profile) - before };
}

/** Serves a script that starts the runtime and keeps nothing of it. */
function withoutCapture(): Plugin {
  const script = `const { script } = globalThis[Symbol.for('earshot.captured-runtime')];
export default async (config) => (await import(script)).default(config);`;
  return {
    name: 'without-capture',
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!request.url?.startsWith('/assets/capture-runtime')) return next();
        response.setHeader('content-type', 'text/javascript');
        response.end(script);
      });
    },
  };
}

function writeRecording(name: string, seconds: number): string {
  const path = workPath(name);
  writeWav(path, denseSpeech(seconds, 0.2).slice(0, seconds * SAMPLE_RATE));
  return path;
}
