import type { ChatMessage, TextGenerator } from '../../language/text/text-models.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { AddonTools, OnTranscript } from '../addon.ts';
import { comparableWords } from '../comparable-words.ts';
import { languageModel, noLanguageModel } from '../language-model.ts';
import { answerTokens, conversation, planOf, roomFor } from '../prompt-in-chunks.ts';
import { softTimeLimit } from '../soft-time-limit.ts';
import { type SpokenSentence, sentenceParts, spokenSentences, writeTurns } from '../spoken-sentences.ts';
import { findKnownClasses, typesOfClass } from './known-classes.ts';
import { type Extracted, mergeValues, readValues } from './read-values.ts';
import { timeLimit } from './schema.ts';
import { spokenValues } from './spoken-values.ts';

const LONGEST_ANSWER_TOKENS = 512;
const LIST_TOKENS = 128;
const ASK_LESS = msg`Request fewer classes or install a smaller model.`;
const NO_TIME = msg`Time ran out before any data was extracted.`;

/**
 * What was said about each requested class: a JSON object with a list of strings per class, or null (specification
 * §2.8, StructuredDataExtraction). A language model extracts values, which must have been said; without one, rules
 * find classes that have a fixed form or are names. They do so, too, where a model writes nothing readable, asked for
 * JSON twice and then for a list of each class.
 *
 * @throws AppError `model_missing` if no class can be found without a model; of classes that rules do not cover, `timed_out` if the model ran
 *   out of time, `internal` if it wrote nothing readable
 */
export const onTranscript: OnTranscript<string | null> = async (transcription, request, tools) => {
  const classes = [...new Set(request.structured_data_extraction_config?.classes ?? [])];
  const sentences = spokenSentences(transcription);
  if (classes.length === 0 || sentences.length === 0) return null;
  const language = transcription.languages[0] ?? 'en';
  const generator = await languageModel(tools, 'structured_data_extraction', language);
  let signal: AbortSignal | null = null;
  if (generator) {
    tools.onFacts({ written_by: generator.modelId });
    signal = softTimeLimit(timeLimit, transcription);
    const found = await ask(generator, { classes, sentences }, tools, signal);
    if (found) return JSON.stringify(spokenValues(found, transcription.full_transcript));
    await tools.note(
      signal.aborted
        ? msg`${NO_TIME} Rules looked for what they know.`
        : msg`${generator.modelId} wrote no readable data, so rules looked for what they know.`,
    );
  }
  const unknown = classes.filter((name) => typesOfClass(name) === null);
  if (unknown.length === classes.length) {
    if (!generator) throw noLanguageModel();
    if (signal?.aborted) throw new AppError('timed_out', NO_TIME, { remedy: ASK_LESS });
    throw new AppError(
      'internal',
      msg`The model ${generator.modelId} produced no readable data, and rules know none of these classes.`,
      { remedy: msg`Request fewer classes or install a larger model.` },
    );
  }
  if (unknown.length > 0) {
    await tools.note(
      generator
        ? msg`Not looked for, because rules do not know them: ${unknown}.`
        : msg`Not looked for, because no language model is installed: ${unknown}. Install one under Models, such as Qwen3 0.6B.`,
    );
  }
  tools.onFacts({ written_by: 'builtin' });
  return JSON.stringify(await findKnownClasses(transcription, classes, tools));
};

async function ask(
  generator: TextGenerator,
  { classes, sentences }: { classes: readonly string[]; sentences: readonly SpokenSentence[] },
  tools: AddonTools,
  signal: AbortSignal,
): Promise<Extracted | null> {
  const list = new Intl.ListFormat('en-GB').format(classes);
  const task = {
    instruction: `Extract ${list} as JSON`,
    rules:
      'You extract data from the transcript of a recording. Write one JSON object and nothing else. Its keys are exactly these: ' +
      `${classes.map((name) => JSON.stringify(name)).join(', ')}. Each value is a list of strings copied from the transcript as they ` +
      'stand there, or null where it has none.',
    maximumTokens: LONGEST_ANSWER_TOKENS,
  };
  const closed = generator.vocabulary === 'closed';
  const readable = closed ? sentences.map((sentence) => ({ ...sentence, voice: null })) : sentences;
  const parts = sentenceParts(readable, roomFor(generator, task), generator.countTokens);
  tools.onPlan(planOf(generator, parts, answerTokens(generator, task)));
  const found: Extracted[] = [];
  for (const [index, part] of parts.entries()) {
    tools.onProgress(index / parts.length);
    const messages = conversation(generator, task.rules, task.instruction, writeTurns(part));
    try {
      const read = await askTwice(
        generator,
        { messages, classes, maximumTokens: answerTokens(generator, task) },
        signal,
      );
      const values = 'values' in read ? read.values : await askForLists(generator, classes, part, signal);
      if (values) found.push(values);
    } catch (error) {
      if (!signal.aborted) throw error;
      if (found.length === 0) return null;
      await tools.note(
        msg`Time ran out: only the first ${index} of ${parts.length} parts were searched. ${ASK_LESS}`,
      );
      return mergeValues(classes, found);
    }
  }
  if (found.length > 0 && signal.aborted)
    await tools.note(msg`Time ran out before everything was searched. ${ASK_LESS}`);
  return found.length > 0 ? mergeValues(classes, found) : null;
}

/** So many characters before any object are talk. */
const MOST_TALK = 240;

/** Whether an answer has its object, or talks instead of writing one. */
function isAnswered(text: string): boolean {
  const begin = text.indexOf('{');
  if (begin < 0) return text.length > MOST_TALK;
  if (!/\}\s*$/.test(text)) return false;
  try {
    JSON.parse(text.slice(begin));
    return true;
  } catch {
    return false;
  }
}

const NONE = /^\W*(?:none|null|nothing|n\/a|not mentioned)\b/i;

/** Asks for each class by itself, as plain lines, which small models write more readily than JSON; null if none says anything. */
async function askForLists(
  generator: TextGenerator,
  classes: readonly string[],
  part: readonly SpokenSentence[],
  signal: AbortSignal,
): Promise<Extracted | null> {
  const text = writeTurns(part);
  const said = plain(text);
  const found: Extracted = {};
  for (const name of classes) {
    if (signal.aborted) {
      found[name] = null;
      continue;
    }
    const instruction = `List every ${name} in the text, one on each line, as it stands there. If there is none, write none`;
    const messages = conversation(
      generator,
      'You copy data from the transcript of a recording.',
      instruction,
      text,
    );
    // What is half written when time runs out was said, too.
    const answer = await generator.generate(messages, { maximumTokens: LIST_TOKENS, signal });
    const lines = answer.text
      .split('\n')
      .map((line) => line.replace(/^\s*(?:[-*•–]|\d+[.)])\s+/u, '').trim())
      .filter((line) => line !== '' && !NONE.test(line) && said.includes(plain(line)));
    found[name] = lines.length > 0 ? lines : null;
  }
  return Object.values(found).some((values) => values !== null) ? found : null;
}

const plain = (text: string): string => comparableWords(text).join(' ');

/** Asks; if the answer is unreadable, says what is wrong with it and asks once more. */
async function askTwice(
  generator: TextGenerator,
  {
    messages,
    classes,
    maximumTokens,
  }: { messages: readonly ChatMessage[]; classes: readonly string[]; maximumTokens: number },
  signal: AbortSignal,
): Promise<ReturnType<typeof readValues>> {
  const options = { maximumTokens, signal, isEnough: isAnswered };
  const { text: answer } = await generator.generate(messages, options);
  const read = readValues(answer, classes);
  if ('values' in read) return read;
  signal.throwIfAborted();
  const { text: again } = await generator.generate(
    [
      ...messages,
      { role: 'assistant', content: answer },
      { role: 'user', content: `${read.fault} Write the JSON object again, and nothing else.` },
    ],
    options,
  );
  return readValues(again, classes);
}
