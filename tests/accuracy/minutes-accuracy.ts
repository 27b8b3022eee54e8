import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { findItems } from '../../src/addons/action_items/find-items.ts';
import { readSentences } from '../../src/addons/talk-sentences.ts';
import type { Utterance } from '../../src/contract/transcripts/utterance.ts';
import { toTranscriptionLanguage } from '../../src/engine/transcript/transcription-language.ts';
import { spokenUtterance } from '../fakes/spoken-utterance.ts';
import type { Figure } from '../runner/figure.ts';
import type { SectionReport } from './accuracy-section.ts';

/** Of the meetings that nobody looks at while rules are changed. */
const SEALED = '30ce29a3fcc450437c3f921991e055819877cd9aec96a93c9363c33fbd5d41ac';
const TARGETS = { precision: 80, recall: 70 } as const;

interface Row {
  speaker: string;
  sentence: string;
  kind: string;
  who: string;
  until: string;
}

interface Meeting {
  name: string;
  language: string;
  rows: Row[];
}

function meetingsIn(name: string, hash?: string): Meeting[] {
  const bytes = readFileSync(new URL(`minutes/${name}.tsv`, import.meta.url));
  if (hash && createHash('sha256').update(bytes).digest('hex') !== hash)
    throw new Error(`${name}.tsv is not as it was sealed.`);
  const meetings = new Map<string, Meeting>();
  for (const line of String(bytes).trimEnd().split('\n').slice(1)) {
    const [language = '', meeting = '', speaker = '', sentence = '', kind = '', who = '', until = ''] =
      line.split('\t');
    const own = meetings.get(meeting) ?? { name: meeting, language, rows: [] };
    own.rows.push({ speaker, sentence, kind, who, until });
    meetings.set(meeting, own);
  }
  return [...meetings.values()];
}

/** Consecutive rows of a speaker are one utterance. */
function utterancesOf({ language, rows }: Meeting): { utterances: Utterance[]; speakers: string[] } {
  const speakers = [...new Set(rows.map(({ speaker }) => speaker))];
  const utterances: Utterance[] = [];
  for (const [at, { speaker, sentence }] of rows.entries()) {
    const last = utterances.at(-1);
    const start = (last?.end ?? 0) + 0.5;
    const number = speakers.indexOf(speaker);
    const own = spokenUtterance(sentence, {
      start,
      speaker: number,
      language: toTranscriptionLanguage(language),
    });
    if (last && rows[at - 1]?.speaker === speaker) {
      const [first, ...rest] = own.words;
      last.words.push({ ...(first ?? own), word: ` ${first?.word}` }, ...rest);
      Object.assign(last, { text: `${last.text} ${own.text}`, end: own.end });
    } else utterances.push(own);
  }
  return { utterances, speakers };
}

/**
 * Action items, decisions and open questions by rules, in invented meetings in five languages: how many of those found are right, and how
 * many of those said are found. An item is right if its quote has the sentence, and if it is of the same kind.
 */
export async function minutesAccuracy(): Promise<SectionReport> {
  const seen = await measure(meetingsIn('meetings'), 'invented meetings', true);
  const sealed = await measure(meetingsIn('sealed-meetings', SEALED), 'sealed meetings', false);
  return { figures: [...seen.figures, ...sealed.figures], details: seen.faults, failed: 0 };
}

async function measure(meetings: readonly Meeting[], what: string, isPrinted: boolean) {
  const counts: Count[] = [];
  for (const meeting of meetings) counts.push(await countIn(meeting));
  const faults = counts.flatMap((one) => one.faults);
  if (isPrinted) for (const fault of faults) console.log(fault);
  const sum = (of: Exclude<keyof Count, 'faults'>) => counts.reduce((all, one) => all + one[of], 0);
  const figure = (name: string, part: number, of: number, atLeast?: number): Figure => ({
    section: 'minutes',
    name: `${name}: ${of} of ${meetings.length} ${what}`,
    value: (part / Math.max(of, 1)) * 100,
    unit: '%',
    ...(atLeast !== undefined && { atLeast }),
  });
  const figures = [
    figure('precision', sum('right'), sum('found'), TARGETS.precision),
    figure('recall', sum('right'), sum('labelled'), TARGETS.recall),
    figure('right person of an action', sum('who'), sum('actions')),
    figure('right time limit of an action', sum('until'), sum('actions')),
  ];
  return { figures, faults };
}

interface Count {
  found: number;
  labelled: number;
  right: number;
  /** Right ones that are actions; of them, those with the right person and time limit. */
  actions: number;
  who: number;
  until: number;
  faults: string[];
}

async function countIn(meeting: Meeting): Promise<Count> {
  const { utterances, speakers } = utterancesOf(meeting);
  const left = new Set(findItems(await readSentences(utterances)));
  const labels = meeting.rows.filter(({ kind }) => kind !== '');
  const count: Count = {
    found: left.size,
    labelled: labels.length,
    right: 0,
    actions: 0,
    who: 0,
    until: 0,
    faults: [],
  };
  const fault = (text: string) => count.faults.push(`${meeting.language} ${text}`);
  for (const { sentence, kind, who, until } of labels) {
    const item = [...left].find(
      (one) => one.kind === kind && (one.quote.includes(sentence) || sentence.includes(one.quote)),
    );
    if (!item) fault(`missed ${kind}: ${sentence}`);
    if (!item) continue;
    left.delete(item);
    count.right += 1;
    if (kind !== 'action') continue;
    const isWho = isPerson(item.who, who, speakers);
    const isUntil = isTime(item.until ?? '', until);
    count.actions += 1;
    count.who += Number(isWho);
    count.until += Number(isUntil);
    if (!isWho) fault(`who ${item.who}, not ${who}: ${sentence}`);
    if (!isUntil) fault(`until "${item.until}", not "${until}": ${sentence}`);
  }
  for (const { kind, quote } of left) fault(`wrong ${kind}: ${quote}`);
  return count;
}

/** "Koch" and the voice of "Frau Koch" are the same. */
function isPerson(found: string | null, who: string, speakers: readonly string[]): boolean {
  if (found === null || who === '') return (found ?? '') === who;
  return who.endsWith(found) || found === `Speaker ${speakers.indexOf(who) + 1}`;
}

/** "on Monday" is "Monday". */
const isTime = (found: string, until: string): boolean =>
  until === '' ? found === '' : found.toLowerCase().includes(until.toLowerCase());
