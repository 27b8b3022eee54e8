import { agentTools, knownOptions, type WebTool } from '../../contract/agents/agent-tools.ts';
import { unknownPathsInRequest } from '../../contract/jobs/pre-recorded-request.ts';
import { transcriptionLanguageCode } from '../../contract/transcripts/language-code.ts';
import { answerHeading } from '../../contract/transcripts/library-search.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { formatClock } from '../../lib/format-clock.ts';
import { z } from '../../lib/zod.ts';
import { askAbout } from '../api/ask-in-page.ts';
import { pageInterface } from '../api/page-interface.ts';
import { lazyLibraryClient } from '../library/lazy-library-client.ts';
import { correctTranscript } from './agent-library.ts';

/** Removes personal data; throws rather than return what it has not looked through. */
export type Redact = (utterances: Utterance[], signal: AbortSignal) => Promise<Utterance[]>;

/** A longer transcript is cut in answers: an agent asks for what follows. */
const MOST_LETTERS = 60_000;
/** Places of each recording that a search finds. */
const MOST_PLACES = 5;
/** Redacted transcripts that are kept, since an agent reads one several times. */
const MOST_KEPT = 20;

const from = z.number().min(0).default(0).describe('Seconds of the recording to begin at');
/** What the page's tools take. */
export const webInput = {
  transcribe: z.strictObject({
    ...agentTools.transcribe.input,
    options: knownOptions(unknownPathsInRequest),
  }),
  get: z.strictObject({ ...agentTools.get.input, from }),
  list: z.strictObject(agentTools.list.input),
  search: z.strictObject(agentTools.search.input),
  ask: z.strictObject(agentTools.ask.input),
  correct: z.strictObject(agentTools.correct.input),
} satisfies Record<WebTool, z.ZodObject>;

const answers = z.object({
  audio_to_llm: z.object({
    error: z.object({ message: z.string() }).nullable(),
    results: z
      .array(
        z.object({
          results: z.object({ response: z.string().nullish() }).nullish(),
          error: z.object({ message: z.string() }).nullish(),
        }),
      )
      .nullable(),
  }),
});

/** The tools that agents in this browser call. All that was said or named goes through `redact` before it is returned. */
export function webTools(
  redact: Redact,
): Record<WebTool, (given: unknown, signal: AbortSignal) => Promise<string>> {
  const kept = new Map<string, Utterance[]>();

  async function said(id: string, signal: AbortSignal): Promise<Utterance[]> {
    const { revision, utterances } = await pageInterface.transcript(id, { signal });
    const key = `${id} ${revision}`;
    const known = kept.get(key);
    if (known) return known;
    const redacted = await redact(utterances.map(spoken), signal);
    kept.set(key, redacted);
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
    return redacted;
  }

  async function read(id: string, begin: number, signal: AbortSignal): Promise<string> {
    const lines: string[] = [];
    let letters = 0;
    for (const utterance of await said(id, signal)) {
      if (utterance.end < begin) continue;
      const line = lineOf(utterance);
      letters += line.length;
      if (letters > MOST_LETTERS && lines.length > 0)
        return `${lines.join('\n')}\n\n(Call again with from: ${utterance.start} for the rest.)`;
      lines.push(line);
    }
    return lines.join('\n') || '(Nothing is said.)';
  }

  async function quote(
    places: readonly { id: string; start: number }[],
    signal: AbortSignal,
  ): Promise<string> {
    const lines = new Set<string>();
    for (const { id, start } of places) {
      const passage = (await said(id, signal)).find(({ end }) => end >= start);
      if (passage) lines.add(`${id}  ${lineOf(passage)}`);
    }
    return [...lines].join('\n');
  }

  return {
    async transcribe(given, signal) {
      const { address, options } = webInput.transcribe.parse(given);
      const { id } = await pageInterface.transcribe(address, options as object, { signal });
      return `Transcript ${id}:\n\n${await read(id, 0, signal)}`;
    },
    async get(given, signal) {
      const { id, from: begin } = webInput.get.parse(given);
      return read(id, begin, signal);
    },
    async list(given, signal) {
      const { jobs, more } = await pageInterface.list({ ...webInput.list.parse(given), signal });
      const names = await redact(
        jobs.map(({ file, id }, index) => named(file?.filename ?? id, index)),
        signal,
      );
      const lines = jobs.map(({ id, file, status, created_at }, index) => {
        const seconds = file?.audio_duration ?? null;
        const length = seconds === null ? '' : `, ${formatClock(seconds)}`;
        return `${id}  ${names[index]?.text}${length}, ${status}, ${created_at}`;
      });
      return [...lines, ...(more ? ['(There are more: call again with a higher offset.)'] : [])].join('\n');
    },
    async search(given, signal) {
      const { text, limit } = webInput.search.parse(given);
      const found = await lazyLibraryClient.search(text, { recordings: limit, passages: MOST_PLACES });
      const worded = found.flatMap(({ id, passages }) =>
        (passages?.hits ?? []).map(({ start }) => ({ id, start })),
      );
      const meant = (await lazyLibraryClient.meant(text, limit)) ?? [];
      return (await quote([...worded, ...meant], signal)) || 'No transcript has all of these words.';
    },
    async ask(given, signal) {
      const { id, question } = webInput.ask.parse(given);
      if (id === undefined) {
        const { nearest } = await lazyLibraryClient.ask(question);
        return [answerHeading(nearest), await quote(nearest, signal)].join('\n').trimEnd();
      }
      const { error, results } = answers.parse(
        await askAbout(question, await said(id, signal), signal),
      ).audio_to_llm;
      if (error) throw new Error(error.message);
      return (results ?? []).map((one) => one.results?.response ?? one.error?.message ?? '').join('\n');
    },
    async correct(given, signal) {
      const { id, find, replace } = webInput.correct.parse(given);
      const { count, times } = await correctTranscript(
        await pageInterface.get(id, { signal }),
        find,
        replace,
      );
      return `Replaced ${count} times, in the passages at ${times.map(formatClock).join(', ')}.`;
    },
  };
}

/** Speakers are numbered: the names that people gave them remain here. */
const lineOf = ({ start, speaker, text }: Utterance): string =>
  `[${formatClock(start)}] ${speaker === undefined ? '' : `Speaker ${speaker + 1}: `}${text.trim()}`;

/** What was said, in a language that can be spoken: an imported transcript may be in another. */
const spoken = ({ language, ...rest }: Omit<Utterance, 'language'> & { language: string }): Utterance => ({
  ...rest,
  language: transcriptionLanguageCode.catch('en').parse(language),
});

/** A file's name as an utterance, far from the others: no name goes on in the next. With its ending, it would be redacted as a whole. */
function named(name: string, index: number): Utterance {
  const text = name.replace(/\.\w{1,5}$/, '').replaceAll('_', ' ');
  const start = index * 60;
  const words = text.split(/(?=\s)/).map((word) => ({ word, start, end: start + 1, confidence: 1 }));
  return { text, words, start, end: start + 1, confidence: 1, channel: index, language: 'en' };
}
