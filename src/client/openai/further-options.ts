import type { OpenAiTranscription } from '../../contract/openai/openai-request.ts';
import { AppError, toAppError } from '../../lib/errors/errors.ts';
import { verbatim } from '../../lib/errors/msg.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { JobRequest } from '../api/call-options.ts';
import { termsOfPrompt } from './terms-of-prompt.ts';

/** A custom vocabulary, as jobs and live sessions accept it. */
interface Vocabulary {
  custom_vocabulary?: true;
  custom_vocabulary_config?: { vocabulary: string[] };
}

/** Keywords, and a prompt as the vocabulary that it is here: what it writes in its own way. */
export function vocabularyOf(prompt = '', keywords: readonly string[] = []): Vocabulary {
  const vocabulary = [...keywords, ...termsOfPrompt(prompt)];
  return vocabulary.length > 0 ? { custom_vocabulary: true, custom_vocabulary_config: { vocabulary } } : {};
}

/** Samples of known voices become uploads, as the recording does. */
export async function knownSpeakersOf(
  { known_speaker_names: names, known_speaker_references: samples }: OpenAiTranscription,
  api: Pick<ApiClient, 'upload'>,
  signal: AbortSignal,
): Promise<Pick<JobRequest, 'known_speakers'>> {
  if (names.length === 0) return {};
  const upload = async (sample: Blob, at: number) => {
    const name = names[at] ?? '';
    const { audio_url } = await api.upload(new File([sample], name, { type: sample.type }), { signal });
    return { name, audio_url };
  };
  try {
    return { known_speakers: await Promise.all(samples.map(upload)) };
  } catch (error) {
    const { code, message } = toAppError(error);
    throw new AppError(code, verbatim(message), { cause: error, details: ['known_speaker_references '] });
  }
}
