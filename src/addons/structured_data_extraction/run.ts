import type { ChatMessage, TextGenerator } from '../../engine/text/text-models.ts';
import { AppError } from '../../lib/errors.ts';
import type { AddonTools, ReadTranscript } from '../addon.ts';
import { languageModel, noLanguageModel } from '../language-model.ts';
import { answerTokens, conversation, roomFor } from '../prompt-in-chunks.ts';
import { softTimeLimit } from '../soft-time-limit.ts';
import { type SpokenSentence, sentenceParts, spokenSentences, writeTurns } from '../spoken-sentences.ts';
import { findKnownClasses, typesOfClass } from './known-classes.ts';
import { type Extracted, mergeValues, readValues } from './read-values.ts';
import { timeLimit } from './schema.ts';
import { spokenValues } from './spoken-values.ts';

const LONGEST_ANSWER_TOKENS = 512;
const ASK_LESS = 'Request fewer classes or install a smaller model.';

/**
 * What was said about each requested class: a JSON object with a list of strings per class, or null (specification
 * §2.8, StructuredDataExtraction). A language model extracts values, which must have been said; without one, rules
 * find classes that have a fixed form or are names.
 *
 * @throws AppError `model_missing` if no class can be found without a model, `internal` if the model wrote no JSON or
 *   ran out of time
 */
export const readTranscript: ReadTranscript<string | null> = async (transcription, request, tools) => {
  const classes = [...new Set(request.structured_data_extraction_config?.classes ?? [])];
  const sentences = spokenSentences(transcription);
  if (classes.length === 0 || sentences.length === 0) return null;
  const language = transcription.languages[0] ?? 'en';
  const generator = await languageModel(tools, 'structured_data_extraction', language);
  if (generator) {
    tools.onFacts({ written_by: generator.modelId });
    const found = await ask(generator, classes, sentences, tools, softTimeLimit(timeLimit, transcription));
    return JSON.stringify(spokenValues(found, transcription.full_transcript));
  }
  const unknown = classes.filter((name) => typesOfClass(name) === null);
  if (unknown.length === classes.length) throw noLanguageModel('structured_data_extraction');
  if (unknown.length > 0) {
    await tools.note(
      `Not looked for, because no language model is installed: ${unknown.join(', ')}. Install one under Models, such as Qwen3 0.6B.`,
    );
  }
  tools.onFacts({ written_by: 'builtin' });
  return JSON.stringify(await findKnownClasses(transcription, classes, tools));
};

async function ask(
  generator: TextGenerator,
  classes: readonly string[],
  sentences: readonly SpokenSentence[],
  tools: AddonTools,
  signal: AbortSignal,
): Promise<Extracted> {
  const list = new Intl.ListFormat('en-GB').format(classes);
  const task = {
    instruction: `Extract ${list} as JSON`,
    rules: `You extract data from the transcript of a recording. Write one JSON object and nothing else. Its keys are exactly these: ${classes.map((name) => JSON.stringify(name)).join(', ')}. Each value is a list of strings copied from the transcript as they stand there, or null where it has none.`,
    maximumTokens: LONGEST_ANSWER_TOKENS,
  };
  const closed = generator.vocabulary === 'closed';
  const readable = closed ? sentences.map((sentence) => ({ ...sentence, voice: null })) : sentences;
  const parts = sentenceParts(readable, roomFor(generator, task), generator.countTokens);
  const found: Extracted[] = [];
  const faults: string[] = [];
  for (const [index, part] of parts.entries()) {
    tools.onProgress(index / parts.length);
    const messages = conversation(generator, task.rules, task.instruction, writeTurns(part));
    try {
      const read = await askTwice(generator, messages, classes, answerTokens(generator, task), signal);
      if ('values' in read) found.push(read.values);
      else faults.push(read.fault);
    } catch (error) {
      if (!signal.aborted) throw error;
      if (found.length === 0)
        throw new AppError('internal', `Time ran out before any data was extracted. ${ASK_LESS}`);
      await tools.note(
        `Time ran out: only the first ${index} of ${parts.length} parts were searched. ${ASK_LESS}`,
      );
      break;
    }
  }
  if (found.length > 0) return mergeValues(classes, found);
  throw new AppError(
    'internal',
    `The model ${generator.modelId} produced unreadable data twice. ${faults[0] ?? ''} Request fewer classes or install a larger model.`,
  );
}

/** Asks; if the answer is unreadable, says what is wrong with it and asks once more. */
async function askTwice(
  generator: TextGenerator,
  messages: readonly ChatMessage[],
  classes: readonly string[],
  maximumTokens: number,
  signal: AbortSignal,
): Promise<ReturnType<typeof readValues>> {
  const answer = await generator.generate(messages, { maximumTokens, signal });
  const read = readValues(answer, classes);
  if ('values' in read) return read;
  const again = await generator.generate(
    [
      ...messages,
      { role: 'assistant', content: answer },
      { role: 'user', content: `${read.fault} Write the JSON object again, and nothing else.` },
    ],
    { maximumTokens, signal },
  );
  return readValues(again, classes);
}
