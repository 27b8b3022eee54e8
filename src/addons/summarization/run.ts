import type { Transcription } from '../../contract/transcripts/transcription-result.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import type { AddonTools, OnTranscript } from '../addon.ts';
import { inventedIn } from '../invented-in.ts';
import { languageInEnglish } from '../language-in-english.ts';
import { type Answer, promptInChunks, type Task } from '../prompt-in-chunks.ts';
import { repeatsPrompt } from '../repeats-prompt.ts';
import { softTimeLimit } from '../soft-time-limit.ts';
import { type SpokenSentence, spokenSentences, writeTurns } from '../spoken-sentences.ts';
import { extractSummary } from './extract-summary.ts';
import { retellsRecording } from './retells-recording.ts';
import type { SummarizationConfig } from './schema.ts';
import { timeLimit } from './schema.ts';

type SummaryType = SummarizationConfig['type'];

interface Source {
  transcription: Transcription;
  sentences: readonly SpokenSentence[];
  type: SummaryType;
  /** Transcription language code. */
  language: string;
  tools: AddonTools;
  signal: AbortSignal;
}

interface Summary extends Answer {
  /** The model's id, 'browser' or 'builtin'. */
  writtenBy: string;
  /** The instructions of the model. */
  instructions: string;
}

/**
 * Summarises the transcript (specification §2.4, SummarizationConfig): by the browser's model, an installed one, or its
 * most central sentences.
 */
export const onTranscript: OnTranscript<string> = async (transcription, request, tools) => {
  const source: Source = {
    transcription,
    sentences: spokenSentences(transcription),
    type: request.summarization_config?.type ?? 'general',
    language: transcription.languages[0] ?? 'en',
    tools,
    signal: softTimeLimit(timeLimit, transcription),
  };
  if (source.sentences.length === 0) return '';
  const failures: string[] = [];
  let why: Message | null = null;
  for (const write of [withBrowser, withModel]) {
    try {
      const summary = await write(source);
      const fault = summary && faultOf(summary, source);
      if (summary && !fault) {
        if (summary.shortfall) await tools.note(summary.shortfall);
        return report(summary, failures, tools);
      }
      if (fault) failures.push(fault);
      if (fault)
        why = msg`The language model's summary could not be trusted, so sentences of the transcript were taken instead.`;
    } catch (error) {
      // The next method may still succeed.
      failures.push(error instanceof Error ? error.message : String(error));
      why ??= source.signal.aborted
        ? msg`Time ran out before the language model had written anything, so sentences of the transcript were taken instead.`
        : msg`The language model failed, so sentences of the transcript were taken instead.`;
    }
  }
  if (why) await tools.note(why);
  const text = extractSummary(source.sentences, source.type);
  return report({ text, writtenBy: 'builtin' }, failures, tools);
};

/** Why a summary is not to be trusted, null if it is: small models repeat themselves or their instructions, and invent names and numbers. */
function faultOf(
  { text, looped, instructions }: Summary,
  { transcription, sentences, type }: Source,
): string | null {
  if (looped) return 'repeated itself';
  if (repeatsPrompt(text, instructions, transcription.full_transcript)) return 'repeated its instructions';
  if (retellsRecording(text, sentences, type === 'bullet_points')) return 'retold the recording';
  const invented = inventedIn(text, transcription);
  return invented.length > 0 ? `invented ${invented.join(', ')}` : null;
}

function report(
  { text, writtenBy }: Pick<Summary, 'text' | 'writtenBy'>,
  failures: readonly string[],
  tools: AddonTools,
): string {
  tools.onFacts({ written_by: writtenBy, ...(failures.length > 0 && { passed_over: failures }) });
  return text;
}

async function withModel({ sentences, type, language, tools, signal }: Source): Promise<Summary | null> {
  const generator = await tools.textGenerator('summarization');
  if (!generator) return null;
  const task = taskFor(type, language);
  const answer = await promptInChunks(generator, task, sentences, {
    signal,
    onText: tools.onOutput,
    onProgress: tools.onProgress,
    onPlan: tools.onPlan,
  });
  const text = type === 'bullet_points' ? asBullets(answer.text) : answer.text;
  const instructions = [task.instruction, task.rules, task.combiningRules].join('\n');
  return text === '' ? null : { ...answer, text, writtenBy: generator.modelId, instructions };
}

async function withBrowser({ sentences, type, language, tools, signal }: Source): Promise<Summary | null> {
  const text = await tools.browser.summarize(writeTurns(sentences), type, language, signal);
  return text ? { text, shortfall: null, looped: false, writtenBy: 'browser', instructions: '' } : null;
}

const TASKS: Record<SummaryType, { instruction: string; form: string; maximumTokens: number }> = {
  general: {
    instruction: 'Summarize',
    form: 'Write one or two short paragraphs.',
    maximumTokens: 400,
  },
  bullet_points: {
    instruction: 'Summarize in bullet points',
    form: 'Write three to eight bullet points, each on a line of its own that begins with "- ".',
    maximumTokens: 400,
  },
  concise: {
    instruction: 'Summarize concisely',
    form: 'Write one or two sentences.',
    maximumTokens: 120,
  },
};

function taskFor(type: SummaryType, language: string): Task {
  const { instruction, form, maximumTokens } = TASKS[type];
  const manner = `${form} Write in ${languageInEnglish(language)}. Use only what the text says, and begin at once.`;
  return {
    instruction,
    rules: `You summarize transcripts of recordings for people who were not there. Say who said what where it matters. ${manner}`,
    combiningRules: `The text has summaries of the parts of one recording, in order. Make one summary of them. ${manner}`,
    maximumTokens,
  };
}

/** Models mark list items differently. */
function asBullets(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•–]|\d+[.)])\s+/u, '').trim())
    .filter(Boolean)
    .map((line) => `- ${line}`)
    .join('\n');
}
