import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { describeFigure, type Figure, isMet } from '../runner/figure.ts';
import { withFigures } from '../runner/figure-table.ts';
import { processorHere } from '../runner/processor.ts';
import { runToEnd } from '../runner/run-to-end.ts';
import { type BenchOptions, workPath } from './bench-setup.ts';

type Section = (options: BenchOptions) => Promise<Figure[]>;

/**
 * Each measures in a real browser, compared with other ways to do the same on this machine; some need none. What one needs is loaded
 * when it runs: all together take longer to load than the usage takes to read.
 */
const SECTIONS: Record<string, () => Promise<Section>> = {
  'first-run': async () => (await import('./first-run.ts')).firstRun,
  'first-visit': async () => (await import('./first-visit.ts')).firstVisit,
  rtf: async () => (await import('./real-time-factor.ts')).realTimeFactor,
  cold: async () => (await import('./start.ts')).start,
  native: async () => (await import('./native/native.ts')).native,
  memory: async () => (await import('./memory.ts')).memory,
  latency: async () => (await import('./latency.ts')).latency,
  live: async () => (await import('./live.ts')).live,
  editor: async () => (await import('./editor.ts')).editor,
  diarization: async () => (await import('./diarization.ts')).diarization,
  fuzz: async () => (await import('./fuzz.ts')).fuzz,
  'fuzz-stored': async () => (await import('./fuzz-stored.ts')).fuzzStored,
  kills: async () => (await import('./kills/kills.ts')).kills,
  load: async () => (await import('./load.ts')).load,
  library: async () => (await import('./library-size.ts')).library,
  pool: async () => (await import('./pool.ts')).pool,
  'gpu-steps': async () => (await import('./gpu-steps.ts')).gpuSteps,
  'gpu-texts': async () => (await import('./gpu-texts.ts')).gpuTexts,
  webgpu: async () => (await import('./webgpu.ts')).webGpu,
};

/** Those whose aims docs/benchmarks.md promises beside those of native programs. */
const WITH_AIMS = ['rtf', 'native', 'memory', 'latency', 'cold'];
const PAGE = join(PROJECT_ROOT, 'tests/bench/by-machine.md');

const USAGE = `Usage: npm run bench -- [SECTION…] [options]

Sections, all of them where none is named:
  ${Object.keys(SECTIONS)
    .join(', ')
    .replaceAll(/(.{90}\S*) /g, '$1\n  ')}
It ends with 1 where a target is missed.

  --all             ${WITH_AIMS.join(', ')}; writes what they found into tests/bench/by-machine.md

  --minutes N       length of the recordings (default 10; 60 for diarization; at most 2 in browsers); time for fuzz and fuzz-stored,
                    and for kills at most
  --hours N         hours of sound for live, fed as fast as they are recognised: whether lag and memory stay the same
  --threads N       threads of the models of live (default 1; the page has as many as there are cores, up to four)
  --processor-clock the clock of live is that of the processor: other work on the machine does not count. For one thread
  --long-minutes N  length of the long recording for memory (default 240)
  --only TEXT       id of the model for cold and memory; "dry": webgpu without a GPU; actions of kills, such as "typing,recording"
  --former FOLDER   a built checkout of an earlier version, with which cold and webgpu compare
  --repeats N       rounds of rtf, cold, native and webgpu; medians count (default 1)
  --seed N          where the dice of kills begin (default: by chance); the round of N alone: --only ACTION --seed N --rounds 1
  --rounds N        number of kills and pool (default 9); with --resume added to those of earlier runs until there are N
                    (pool then measures nothing else, and stops after --minutes)
  --everything      kills does everything at once: typing, a live session, a recording, uploads, imports, deletions
  --browser NAME    chromium (default) or firefox, for --everything
  --keep FOLDER     where it keeps what killed browsers had stored, and Chromium's log (default .cache/bench/kills-everything)
  --no-wait         starts the browser 0.3 s after the kill, not 3 s after the end of its processes
  --delete-database deletes the database between kill and start`;

/** What is to be measured; null where only the usage is asked for. */
function readCommandLine(): { sections: string[]; writesTable: boolean; options: BenchOptions } | null {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string', default: '10' },
      hours: { type: 'string' },
      'long-minutes': { type: 'string', default: '240' },
      repeats: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '9' },
      seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 1e6)) },
      resume: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      former: { type: 'string', default: '' },
      all: { type: 'boolean', default: false },
      threads: { type: 'string', default: '1' },
      'processor-clock': { type: 'boolean', default: false },
      everything: { type: 'boolean', default: false },
      browser: { type: 'string', default: 'chromium' },
      keep: { type: 'string', default: '' },
      'no-wait': { type: 'boolean', default: false },
      'delete-database': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  const unknown = positionals.filter((name) => !(name in SECTIONS));
  if (unknown.length > 0) throw new Error(`There is no section ${unknown.join(', ')}.\n\n${USAGE}`);
  const number = (name: keyof typeof values) => {
    const value = Number(values[name]);
    if (!(value > 0)) throw new Error(`--${name} must be a number above 0.\n\n${USAGE}`);
    return value;
  };
  const { browser } = values;
  if (browser !== 'chromium' && browser !== 'firefox')
    throw new Error(`--browser must be chromium or firefox.\n\n${USAGE}`);
  return {
    sections: values.all ? WITH_AIMS : positionals.length > 0 ? positionals : Object.keys(SECTIONS),
    writesTable: values.all,
    options: {
      minutes: number('minutes'),
      hours: values.hours === undefined ? null : number('hours'),
      longMinutes: number('long-minutes'),
      repeats: number('repeats'),
      rounds: number('rounds'),
      seed: number('seed'),
      resume: values.resume,
      threads: number('threads'),
      processorClock: values['processor-clock'],
      only: values.only,
      former: values.former,
      everything: values.everything,
      browser,
      keep: values.keep,
      waits: !values['no-wait'],
      deletesDatabase: values['delete-database'],
    },
  };
}

async function run(): Promise<number> {
  const chosen = readCommandLine();
  if (chosen === null) {
    console.log(USAGE);
    return 0;
  }
  const { sections, writesTable, options } = chosen;
  const figures: Figure[] = [];
  for (const name of sections) {
    console.log(`${name} …`);
    const section = await SECTIONS[name]?.();
    figures.push(...((await section?.(options)) ?? []));
    // At once: the next section may take hours.
    if (writesTable) writeFileSync(PAGE, withFigures(readFileSync(PAGE, 'utf8'), figures, processorHere()));
  }
  console.log(`\n${processorHere()}`);
  for (const figure of figures) console.log(describeFigure(figure));
  workPath('');
  writeFileSync(
    join(PROJECT_ROOT, '.cache/bench.json'),
    JSON.stringify({ machine: processorHere(), options, figures }, null, 2),
  );
  return figures.every(isMet) ? 0 : 1;
}

await runToEnd(run);
