import type { RequestParams } from '../../../contract/jobs/pre-recorded-request.ts';
import { z } from '../../../lib/zod.ts';
import type { LaterWork } from '../progress/progress-meter.ts';
import { requestedAddons } from './addon-order.ts';

/** In local storage: it is only a guess for the next time. */
const KEY = 'earshot-addon-pace';
/** Seconds for a minute of audio of an add-on that never ran here. */
const UNKNOWN_PACE = 0.3;
const SPEAKERS_PACE = 0.2;
/** Weight of the last run. */
const NEWEST = 0.5;

const paces = z.record(z.string(), z.number().min(0)).catch({});

function known(): Record<string, number> {
  try {
    return paces.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return {};
  }
}

/** Remembers how long an add-on took, in seconds, for a recording of `duration` seconds. */
export function notePace(key: string, seconds: number, duration: number): void {
  const all = known();
  const pace = (seconds * 60) / Math.max(duration, 1);
  const before = all[key];
  try {
    const next = { ...all, [key]: before === undefined ? pace : before + (pace - before) * NEWEST };
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing guesses anew each time.
  }
}

/** What follows the recognition of a recording of `duration` seconds, by how long it took before. */
export function laterWork(request: RequestParams, duration: number): LaterWork {
  const minutes = duration / 60;
  const all = known();
  const keys = (['words', 'utterances', 'transcript'] as const).flatMap((stage) =>
    requestedAddons(request, stage),
  );
  return {
    speakers: request.diarization ? SPEAKERS_PACE * minutes : 0,
    addons: keys.map((key) => ({ key, seconds: (all[key] ?? UNKNOWN_PACE) * minutes })),
  };
}
