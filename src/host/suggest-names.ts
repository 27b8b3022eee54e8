import type { SuggestedName } from '../addons/speaker_names/schema.ts';
import { requestParams } from '../contract/jobs/pre-recorded-request.ts';
import type { Utterance } from '../contract/transcripts/utterance.ts';
import { z } from '../lib/zod.ts';
import { browserModels } from '../models/browser/browser-models.ts';
import { runOnText } from './run-on-text.ts';

const read = z.object({ results: z.custom<SuggestedName[]>(Array.isArray) });

/** Who the speakers may be, with the add-on `speaker_names`. Nothing is stored. */
export const suggestNames = async (utterances: readonly Utterance[]): Promise<SuggestedName[]> =>
  runOnText(
    {
      key: 'speaker_names',
      parsed: requestParams.safeParse({ audio_url: null, speaker_names: true }),
      transcription: { full_transcript: '', languages: [], utterances: [...utterances] },
      duration: utterances.at(-1)?.end ?? 0,
      signal: new AbortController().signal,
      browser: browserModels,
    },
    (outcome) => read.parse(outcome.results).results,
  );
