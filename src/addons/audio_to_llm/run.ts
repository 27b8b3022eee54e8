import type { AddonError } from '../../contract/addons/addon-envelope.ts';
import type { Transcription } from '../../contract/transcripts/transcription-result.ts';
import type { TextGenerator } from '../../language/text/text-models.ts';
import { AppError, toAppError } from '../../lib/errors/errors.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import type { AddonTools, OnTranscript } from '../addon.ts';
import { comparableWords } from '../comparable-words.ts';
import { languageModel, noLanguageModel } from '../language-model.ts';
import { type Answer, promptInChunks, roomFor, type Task } from '../prompt-in-chunks.ts';
import { repeatsPrompt } from '../repeats-prompt.ts';
import { softTimeLimit } from '../soft-time-limit.ts';
import { type SpokenSentence, spokenSentences } from '../spoken-sentences.ts';
import { findPassages } from './find-passages.ts';
import { groundAnswer, isRefusal, NOT_CONTAINED } from './ground-answer.ts';
import { timeLimit } from './schema.ts';

/** Specification §2.8, AudioToLlm; `exec_time` in seconds. */
interface PromptResult {
  success: boolean;
  is_empty: boolean;
  exec_time: number;
  error: AddonError | null;
  results: { prompt: string; response: string | null };
}

/** A transcript with more parts than this is not read completely for every prompt, only the relevant passages. */
const MOST_PARTS = 8;
const LONGEST_ANSWER_TOKENS = 512;

/**
 * Answers each prompt from the transcript (specification §2.4, AudioToLlmListConfig), by itself. Throws AppError
 * `invalid_request` for an unknown model, `model_missing` if none is installed, and the first prompt's error if none
 * was answered.
 */
export const onTranscript: OnTranscript<PromptResult[]> = async (transcription, request, tools) => {
  const { prompts = [], model } = request.audio_to_llm_config ?? {};
  const asked = prompts.map((prompt) => (typeof prompt === 'string' ? prompt : prompt.join('\n')));
  const sentences = spokenSentences(transcription);
  const generator = await languageModel(tools, 'audio_to_llm', transcription.languages[0] ?? 'en', model);
  if (!generator && sentences.length > 0) throw noLanguageModel();
  if (generator) tools.onFacts({ written_by: generator.modelId });

  const signal = softTimeLimit(timeLimit, transcription);
  const answers: PromptResult[] = [];
  const failures: AppError[] = [];
  for (const [index, prompt] of asked.entries()) {
    const startedAt = performance.now();
    const seconds = () => Math.round(performance.now() - startedAt) / 1000;
    const share = shareOf(tools, { answers, prompt, from: index / asked.length, share: 1 / asked.length });
    try {
      const answer =
        generator && sentences.length > 0
          ? await answerPrompt({ prompt, sentences, generator, tools: share, signal })
          : null;
      const response = answer && groundAnswer(answer.text, prompt, transcription);
      for (const fault of answer ? faultsOf(answer, prompt, transcription) : []) await tools.note(fault);
      answers.push({
        success: true,
        is_empty: response === null || response === '',
        exec_time: seconds(),
        error: null,
        results: { prompt, response },
      });
    } catch (error) {
      const cause = signal.aborted ? new AppError('timed_out', TOO_LONG) : toAppError(error);
      failures.push(cause);
      answers.push({
        success: false,
        is_empty: true,
        exec_time: seconds(),
        error: { status_code: cause.status, exception: cause.code, message: cause.message },
        results: { prompt, response: null },
      });
    }
  }
  const [first] = failures;
  if (first && failures.length === answers.length) throw first;
  return answers;
};

const RULES =
  `You work on the transcript of a recording: the transcript, then the user's request. Use nothing but the transcript, and do not ` +
  'invent names or numbers. Answer in the language of the request. If the transcript does not contain what is asked for, write ' +
  `exactly this: ${NOT_CONTAINED}`;
const COMBINING_RULES =
  `Each line is an answer to the user's request from one part of a long recording, in order of time. Make one answer of them, in the ` +
  `language of the request, without adding anything. If none of them answers it, write exactly this: ${NOT_CONTAINED}`;

const TOO_LONG = msg`Time ran out before this prompt was answered.`;

/** What makes an answer doubtful, for people. */
function faultsOf(
  { text, shortfall }: Answer,
  prompt: string,
  { full_transcript }: Transcription,
): Message[] {
  if (isRefusal(text)) return [];
  const plain = (some: string) => comparableWords(some).join(' ');
  const repeats =
    plain(text) === plain(prompt) || repeatsPrompt(text, `${RULES}\n${COMBINING_RULES}`, full_transcript);
  return [
    ...(repeats ? [msg`The language model repeated what it was told, so its answer cannot be trusted.`] : []),
    ...(shortfall ? [shortfall] : []),
  ];
}

interface Question {
  prompt: string;
  sentences: readonly SpokenSentence[];
  generator: TextGenerator;
  tools: Pick<AddonTools, 'onOutput' | 'onProgress' | 'onPlan'>;
  signal: AbortSignal;
}

async function answerPrompt({ prompt, sentences, generator, tools, signal }: Question): Promise<Answer> {
  const task: Task = {
    instruction: prompt,
    rules: RULES,
    combiningRules: COMBINING_RULES,
    maximumTokens: LONGEST_ANSWER_TOKENS,
    isAnswer: (answer) => !isRefusal(answer),
  };
  const room = roomFor(generator, task) * MOST_PARTS;
  const { countTokens } = generator;
  const tokens = sentences.reduce((sum, { text }) => sum + countTokens(text), 0);
  const read = tokens > room ? findPassages(sentences, prompt, room, countTokens) : sentences;
  return promptInChunks(generator, task, read, {
    signal,
    onText: tools.onOutput,
    onProgress: tools.onProgress,
    onPlan: tools.onPlan,
  });
}

/** Output while several prompts are answered: the finished answers, then the current one as it grows. */
function shareOf(
  { onOutput, onProgress, onPlan }: AddonTools,
  {
    answers,
    prompt,
    from,
    share,
  }: { answers: readonly PromptResult[]; prompt: string; from: number; share: number },
): Pick<AddonTools, 'onOutput' | 'onProgress' | 'onPlan'> {
  const before = answers.map(({ results }) => `${results.prompt}\n${results.response ?? ''}\n\n`).join('');
  return {
    onOutput: (text) => onOutput(`${before}${prompt}\n${text}`),
    onProgress: (fraction) => onProgress(from + fraction * share),
    // Behind the first prompt, earlier answers are shown.
    onPlan: (plan) => void (before === '' && onPlan(plan)),
  };
}
