import { expect, it } from 'vitest';
import { noModels } from '../../../tests/fakes/no-models.ts';
import { spokenUtterance } from '../../../tests/fakes/spoken-utterance.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { requestParams } from '../../contract/jobs/pre-recorded-request.ts';
import type { TranscriptionLanguageCode } from '../../contract/transcripts/language-code.ts';
import { onTranscript } from './run.ts';

const REQUEST = requestParams.parse({ audio_url: null, speaker_names: true });

/** @param said by two speakers in turn, or by the number before a colon */
async function suggested(language: TranscriptionLanguageCode, ...said: string[]) {
  const utterances = said.map((text, index) => {
    const [, number, own] = /^(\d): (.*)$/.exec(text) ?? [];
    const speaker = Number(number ?? index % 2);
    return spokenUtterance(own ?? text, { start: index * 4, speaker, language });
  });
  const transcription = { full_transcript: '', languages: [language], utterances };
  const names = await onTranscript(transcription, REQUEST, noModels());
  return names.map(({ speaker, name, quote, start }) => `${speaker} ${name} ${start} ${quote}`);
}

it.each(caseRows<[TranscriptionLanguageCode, string[], string[]]>(import.meta.url, 'suggested'))(
  'in %s, %j suggests %j',
  async (language, said, expected) => {
    expect(await suggested(language, ...said)).toEqual(expected);
  },
);

it.each([
  ['speaks of somebody', 'en', ['I met Ada yesterday.', 'Nice.']],
  ['says what somebody is', 'en', ["I'm late.", 'Me too.']],
  ['says a profession', 'de', ['Ich bin Lehrer.', 'Schön.']],
  ['thanks for a thing', 'en', ['Here it is.', 'Thanks for Monday.']],
  ['thanks nobody who spoke', 'en', ['0: Thanks, Ben.']],
] as const)('is not suggested where somebody %s', async (_, language, said) => {
  expect(await suggested(language, ...said)).toEqual([]);
});

it('suggests nothing where two names have as much for them', async () => {
  const said = ['0: It is done.', '1: Thanks, Ben.', '0: It is sent, too.', '1: Thanks, Carl.'];
  expect(await suggested('en', ...said)).toEqual([]);
  expect(await suggested('en', ...said, '0: And paid.', '1: Thank you, Ben.')).toEqual([
    '0 Ben 4 Thanks, Ben.',
  ]);
});

it('suggests a name for one speaker alone', async () => {
  const said = ["0: I'm Ada.", "1: I'm Ada, too."];
  expect(await suggested('en', ...said)).toEqual([]);
});
