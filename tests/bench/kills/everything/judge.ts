import type { Doing } from './activities.ts';
import type { Ledger } from './ledger.ts';

/** What may be lost: what was done in so many milliseconds before the end. */
const GRACE_MS = 2_000;
/** A recording is offered in whole seconds, and its microphone takes a moment to bring sound. */
const SLACK_MS = 1_500;

/** The kinds of what may be lost. */
export const KINDS = [
  'library',
  'typed text',
  'recording',
  'live session',
  'import',
  'job',
  'finished job',
  'deletion',
] as const;
export type Kind = (typeof KINDS)[number];

export interface Verdict {
  lost: { kind: Kind; what: string }[];
  /** Seconds before the kill of which nothing is there, for what goes on: typing, recording, a live session. */
  seconds: Partial<Record<Kind, number>>;
}

/** Compares what is stored with what was acknowledged before `killedAt`. */
export async function judge(doing: Omit<Doing, 'random'>, killedAt: number): Promise<Verdict> {
  const verdict: Verdict = { lost: [], seconds: {} };
  const due = killedAt - GRACE_MS;
  // Answered once the library is put back.
  await doing.program.evaluate(() => everything.jobState(crypto.randomUUID()));
  const isThere = await judgeJobs(doing, due, verdict);
  if (!isThere) verdict.lost.push({ kind: 'library', what: 'each job' });
  else await judgeImport(doing, due, verdict);
  await judgeTyping(doing, killedAt, verdict);
  await judgeCapturing(doing, killedAt, verdict);
  return verdict;
}

/** False if there were some, and none is there. */
async function judgeJobs({ program, ledger }: Omit<Doing, 'random'>, due: number, { lost }: Verdict) {
  let found = 0;
  for (const [id, { createdAt, done, isLeaving = false, deletedAt = Infinity }] of ledger.jobs) {
    const { answer, status, text } = await program.evaluate((one) => everything.jobState(one), id);
    if (answer === 200) found += 1;
    if (deletedAt <= due && answer !== 404) lost.push({ kind: 'deletion', what: `${id} answers ${answer}` });
    if (isLeaving) continue;
    const kind = done && done.at <= due ? 'finished job' : 'job';
    if (createdAt <= due && answer !== 200) lost.push({ kind, what: `${id} answers ${answer}` });
    else if (done && done.at <= due && (status !== 'done' || text !== done.text))
      lost.push({ kind: 'finished job', what: `${id} is ${status}: ${text}` });
  }
  return found > 0 || ledger.jobs.size === 0;
}

async function judgeImport({ program, ledger }: Omit<Doing, 'random'>, due: number, { lost }: Verdict) {
  const acknowledged = ledger.imports.findLast(({ at }) => at <= due);
  if (!acknowledged) return;
  const text = await program.evaluate((job) => everything.textOf(job), ledger.importJob);
  const marks = new Set(Array.from(text.matchAll(/ of m(\d+)x/g), ([, mark]) => Number(mark)));
  const [mark = 0] = marks;
  if (marks.size !== 1 || mark < Number(acknowledged.mark.slice(1, -1)))
    lost.push({ kind: 'import', what: `${acknowledged.mark}, there are ${[...marks].join(', ') || 'none'}` });
}

async function judgeTyping({ editor, ledger }: Omit<Doing, 'random'>, killedAt: number, verdict: Verdict) {
  const { typed, typingJob } = ledger;
  if (typed.length === 0) return;
  const { answer } = await editor.evaluate((job) => everything.jobState(job), typingJob);
  const text = answer === 200 ? await editor.evaluate((job) => everything.correct(job), typingJob) : '';
  const missing = typed.find(({ word }) => !text.includes(word));
  if (!missing) return;
  // The word before it was there at that time.
  verdict.seconds['typed text'] = (killedAt - missing.at) / 1000;
  const lost = typed.filter(({ word, at }) => at <= killedAt - GRACE_MS && !text.includes(word));
  if (lost.length > 0)
    verdict.lost.push({
      kind: 'typed text',
      what: `${lost.length} of ${typed.length}, ${lost[0]?.word} first`,
    });
}

async function judgeCapturing(
  { program, ledger }: Omit<Doing, 'random'>,
  killedAt: number,
  verdict: Verdict,
): Promise<void> {
  const offered = (await program.evaluate(() => everything.takeOffers())).toSorted(
    (one, other) => other - one,
  );
  const begun = ledger.capturing.toSorted((one, other) => one.at - other.at);
  for (const [index, { what, at }] of begun.entries()) {
    const missing = (killedAt - at) / 1000 - (offered[index] ?? 0);
    verdict.seconds[what] = Math.max(0, missing);
    if (missing * 1000 > GRACE_MS + SLACK_MS)
      verdict.lost.push({
        kind: what,
        what: `${missing.toFixed(1)} s, offered are ${offered.join(', ') || 'none'}`,
      });
  }
}

/** Forgets what was judged, and what went with the library. */
export function forget(ledger: Ledger, { lost }: Verdict): void {
  ledger.capturing = [];
  ledger.typed = [];
  ledger.typingJob = '';
  for (const [id, { isLeaving }] of ledger.jobs) if (isLeaving) ledger.jobs.delete(id);
  if (lost.length === 0) return;
  // One loss is one finding.
  ledger.jobs.clear();
  ledger.imports = [];
  ledger.importJob = '';
}
