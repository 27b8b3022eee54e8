import type { CorrectedTranscript } from '../../src/contract/transcripts/corrected-transcript.ts';
import { makeDocument } from '../../src/document/make-document.ts';
import { said } from '../fakes/corrected-document.ts';

const NAMES = ['Ada <b>& Co', '=cmd|"x"!A1', 'עדה'];

const LONG = said({ text: 'At last. The end, {\\an8} & <i>more</i>.', at: 90_000, speaker: 0 });

/** Several voices that talk over each other, two scripts, names that attack, more than a day. */
export function sampleDocument(): CorrectedTranscript {
  const utterances = [
    said({ text: 'Good morning. How "are" you?', at: 1, speaker: 0 }),
    said({ text: '=1+1 is two, well.', at: 2.2, speaker: 1 }),
    said({ text: 'שלום לכולם, מה שלומכם?', at: 3725.5, speaker: 2, language: 'he' }),
    said({ text: 'My password is swordfish.', at: 7300, speaker: 1 }),
    LONG,
  ];
  const made = makeDocument(utterances, 90_010);
  return {
    ...made,
    speakers: made.speakers.map((speaker, index) => ({ ...speaker, name: NAMES[index] ?? null })),
    chapters: [{ id: 'h0', start: 0, title: 'Greetings & "more"', made_by: 'hand' }],
    paragraphs: made.paragraphs.map((paragraph) => ({
      ...paragraph,
      words: paragraph.words.map((word) =>
        word.word.includes('swordfish') ? { ...word, redacted: true as const } : word,
      ),
    })),
  };
}
