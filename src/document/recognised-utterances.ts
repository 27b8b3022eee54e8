import type { CorrectedTranscript } from '../contract/transcripts/corrected-transcript.ts';
import { transcriptionLanguageCode } from '../contract/transcripts/language-code.ts';
import type { Utterance } from '../contract/transcripts/utterance.ts';
import { spokenParagraphs } from './spoken-paragraphs.ts';

/**
 * The document as utterances that add-ons read, without what was struck or redacted. Paragraphs in a language that is not
 * transcribed, which only imports have, are left out.
 */
export const recognisedUtterances = (document: CorrectedTranscript): Utterance[] =>
  spokenParagraphs(document).flatMap(({ id: _, speaker_name: __, language, ...utterance }) => {
    const known = transcriptionLanguageCode.safeParse(language);
    return known.success ? [{ ...utterance, language: known.data }] : [];
  });
