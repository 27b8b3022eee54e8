import type { AddonError } from '../../contract/addons/addon-envelope.ts';
import type { Transcription } from '../../contract/transcripts/transcription-result.ts';
import type { TextGenerator } from '../../language/text/text-models.ts';
import { AppError, toAppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { AddonTools, OnTranscript } from '../addon.ts';
import { languageModel, noLanguageModel } from '../language-model.ts';
import { promptInChunks, roomFor, type Task } from '../prompt-in-chunks.ts';
import { softTimeLimit } from '../soft-time-limit.ts';
import { type SpokenSentence, spokenSentences } from '../spoken-sentences.ts';
import { findPassages } from './find-passages.ts';
import { groundAnswer, isRefusal, NOT_CONTAINED } from './ground-answer.ts';
import { timeLimit } from './schema.ts';

/** Specification §2.8, AudioToLlm; `exec_time` in seconds. */
interface Answer {
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
 * Answers each prompt from the whole transcript (specification §2.4, AudioToLlmListConfig). A failed prompt does not
 * affect the others.
 *
 * @throws AppError `invalid_request` for an unknown model, `model_missing` if none is installed, and the first
 *   prompt's error if none could be answered
 */
export const onTranscript: OnTranscript<Answer[]> = async (transcription, request, tools) => {
  const { prompts = [], model } = request.audio_to_llm_config ?? {};
  const asked = prompts.map((prompt) => (typeof prompt === 'string' ? prompt : prompt.join('\n')));
  const sentences = spokenSentences(transcription);
  const generator = await languageModel(tools, 'audio_to_llm', transcription.languages[0] ?? 'en', model);
  if (!generator && sentences.length > 0) throw noLanguageModel();
  if (generator) tools.onFacts({ written_by: generator.modelId });

  const signal = softTimeLimit(timeLimit, transcription);
  const answers: Answer[] = [];
  const failures: AppError[] = [];
  for (const [index, prompt] of asked.entries()) {
    const startedAt = performance.now();
    const seconds = () => Math.round(performance.now() - startedAt) / 1000;
    const share = shareOf(tools, answers, prompt, index / asked.length, 1 / asked.length);
    try {
      const response =
        generator && sentences.length > 0
          ? await answerPrompt({ prompt, sentences, transcription, generator, tools: share, signal })
          : null;
      answers.push({
        success: true,
        is_empty: response === null || response === '',
        exec_time: seconds(),
        error: null,
        results: { prompt, response },
      });
    } catch (error) {
      const cause = signal.aborted ? new AppError('internal', TOO_LONG) : toAppError(error);
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

const TOO_LONG = msg`Time ran out before this prompt was answered. Send fewer prompts or install a smaller model.`;

interface Question {
  prompt: string;
  sentences: readonly SpokenSentence[];
  transcription: Transcription;
  generator: TextGenerator;
  tools: Pick<AddonTools, 'onOutput' | 'onProgress'>;
  signal: AbortSignal;
}

async function answerPrompt({
  prompt,
  sentences,
  transcription,
  generator,
  tools,
  signal,
}: Question): Promise<string> {
  const task: Task = {
    instruction: prompt,
    rules: `You work on the transcript of a recording: the user's request, then the transcript. Use nothing but the transcript, and do not invent names or numbers. Answer in the language of the request. If the transcript does not contain what is asked for, write exactly this: ${NOT_CONTAINED}`,
    combiningRules: `Each line is an answer to the user's request from one part of a long recording, in order of time. Make one answer of them, in the language of the request, without adding anything. If none of them answers it, write exactly this: ${NOT_CONTAINED}`,
    maximumTokens: LONGEST_ANSWER_TOKENS,
    isAnswer: (answer) => !isRefusal(answer),
  };
  const room = roomFor(generator, task) * MOST_PARTS;
  const { countTokens } = generator;
  const tokens = sentences.reduce((sum, { text }) => sum + countTokens(text), 0);
  const read = tokens > room ? findPassages(sentences, prompt, room, countTokens) : sentences;
  const answer = await promptInChunks(generator, task, read, {
    signal,
    onText: tools.onOutput,
    onProgress: tools.onProgress,
  });
  return groundAnswer(answer, prompt, transcription);
}

/** Output while several prompts are answered: the finished answers, then the current one as it grows. */
function shareOf(
  { onOutput, onProgress }: AddonTools,
  answers: readonly Answer[],
  prompt: string,
  from: number,
  share: number,
): Pick<AddonTools, 'onOutput' | 'onProgress'> {
  const before = answers.map(({ results }) => `${results.prompt}\n${results.response ?? ''}\n\n`).join('');
  return {
    onOutput: (text) => onOutput(`${before}${prompt}\n${text}`),
    onProgress: (fraction) => onProgress(from + fraction * share),
  };
}
