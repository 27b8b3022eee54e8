import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { startServer } from '../../src/cli/server/serve.ts';
import { countWordErrors } from '../accuracy/word-error-rate.ts';
import { median } from '../accuracy/word-time-error.ts';
import { type BrowserEngine, ENGINE_NAMES, type EngineName } from '../engines/browser-engine.ts';
import { missing } from '../engines/find-programs.ts';
import { fileToSend, type SentFile } from '../engines/page-tasks.ts';
import { startEngine } from '../engines/start-engine.ts';
import type { Figure } from '../runner/figure.ts';
import { testModels } from '../runner/test-models.ts';
import { type BenchOptions, warmUpClip, workPath } from './bench-setup.ts';
import { writeSpeechFile } from './speech-file.ts';

/** Recordings travel through the browsers' drivers, which are slow with large ones. */
const MOST_MINUTES = 2;
const REAL_SPEECH = join(PROJECT_ROOT, '../shared/audio/whisper.cpp/jfk.wav');

interface Heard {
  text: string;
  /** From the creation of the job to its end. */
  seconds: number;
  duration: number;
  threads: number;
}

/**
 * The same recordings in Chromium, Firefox and WebKit, one browser after the other in each round. The miniature hears
 * generated speech; where ../shared is present, the small English model hears a real recording.
 */
export async function browsers({ minutes, repeats }: BenchOptions): Promise<Figure[]> {
  const { path } = writeSpeechFile(workPath('browsers.wav'), {
    duration: Math.min(minutes, MOST_MINUTES) * 60,
    silence: 0,
  });
  const tasks = [
    { name: 'miniature', model: 'stt-1', path },
    ...(existsSync(REAL_SPEECH) ? [{ name: 'real speech', model: 'stt-3', path: REAL_SPEECH }] : []),
  ];
  const present = ENGINE_NAMES.filter((name) => {
    const reason = missing[name]();
    if (reason) console.log(`  Left out: ${reason}`);
    return reason === null;
  });
  const server = await startServer({
    modelsDir: testModels({ streaming: true }),
    port: 0,
    log: () => undefined,
  });
  const heard = new Map<string, Heard[]>();
  try {
    for (let round = 0; round < repeats; round++) {
      for (const name of present) {
        const engine = await startEngine(name);
        try {
          await engine.open(server.url);
          for (const task of tasks) {
            // Loads the model and compiles the runtime.
            await hear(engine, fileToSend(warmUpClip), task.model);
            const result = await hear(engine, fileToSend(task.path), task.model);
            const key = keyOf(task.name, name);
            heard.set(key, [...(heard.get(key) ?? []), result]);
            console.log(
              `  ${engine.version}, ${task.name}: ${(result.duration / result.seconds).toFixed(1)} times real time, ${result.threads} thread(s)`,
            );
          }
        } finally {
          await engine.close();
        }
      }
    }
  } finally {
    await server.close();
  }
  return tasks.flatMap((task) => figuresOf(task.name, present, heard));
}

const keyOf = (task: string, engine: EngineName) => `${task} ${engine}`;

function figuresOf(task: string, present: readonly EngineName[], heard: Map<string, Heard[]>): Figure[] {
  const speedOf = (rounds: Heard[]) => median(rounds.map(({ duration, seconds }) => duration / seconds));
  const reference = heard.get(keyOf(task, 'chromium')) ?? [];
  return present.flatMap((name) => {
    const rounds = heard.get(keyOf(task, name)) ?? [];
    const { substitutions, insertions, deletions } = countWordErrors(
      reference[0]?.text ?? '',
      rounds[0]?.text ?? '',
    );
    const figure = (what: string, value: number, rest: Partial<Figure> = {}): Figure => ({
      section: 'browsers',
      name: `${task}, ${name}: ${what}`,
      value,
      unit: '',
      ...rest,
    });
    return [
      figure('times real time', speedOf(rounds)),
      figure('threads', rounds[0]?.threads ?? 0),
      ...(name === 'chromium'
        ? []
        : [
            figure('speed against Chromium', speedOf(rounds) / speedOf(reference)),
            figure('words that differ from Chromium', substitutions + insertions + deletions, { atMost: 0 }),
          ]),
    ];
  });
}

const hear = (engine: BrowserEngine, file: SentFile, model: string): Promise<Heard> =>
  engine.run(
    async (sent: SentFile, modelName: string) => {
      const earshot = await import(`${location.origin}/earshot.js`);
      const bytes = Uint8Array.from(atob(sent.base64), (character) => character.charCodeAt(0));
      const request = {
        model: modelName,
        ...(modelName === 'stt-3' && { language_config: { languages: ['en'] } }),
      };
      const job = await earshot.transcribe(new File([bytes], sent.name), request, {
        whenModelMissing: 'fail',
      });
      return {
        text: job.result.transcription.full_transcript,
        seconds: (Date.parse(job.completed_at) - Date.parse(job.created_at)) / 1000,
        duration: job.result.metadata.audio_duration,
        threads: Number(job.post_session_metadata.threads ?? 1),
      };
    },
    file,
    model,
  );
