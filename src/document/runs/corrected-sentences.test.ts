import { expect, test } from 'vitest';
import { documentOf, textsOf } from '../../../tests/fakes/corrected-document.ts';
import { line } from '../../../tests/fakes/taken-run.ts';
import type { CorrectedTranscript, Paragraph } from '../../contract/transcripts/corrected-transcript.ts';
import { applyChange } from '../edits/change.ts';
import { setText } from '../edits/edit-text.ts';
import { carryOver } from './carry-over.ts';

test.each([
  [
    'all of it',
    'Seven very good.',
    'Thanks, very good indeed.',
    'Thursday house.',
    'Thanks, very good indeed.',
  ],
  [
    'its first word',
    'Three Emmas in London never speak Emma well.',
    'Three Emmas in London never speak Emma’s well.',
    'Street Emmas in London never speak Emma well.',
    'Three Emmas in London never speak Emma’s well.',
  ],
  [
    'the word before a correction',
    'Three Emmas in London.',
    'Three Emmys in London.',
    'Street Emmas in London.',
    'Three Emmys in London.',
  ],
  [
    'its last word',
    'Anna likes red wine.',
    'Hannah likes red wine.',
    'Anna likes red whine.',
    'Hannah likes red wine.',
  ],
  [
    'a word between two corrections',
    'Jon knows nine poets in Leads.',
    'John knows nine poets in Leeds.',
    'Jon knows wine poets in Leads.',
    'John knows nine poets in Leeds.',
  ],
  [
    'a word that is missing now',
    'Anna does not like wine.',
    'Hannah does not like wine.',
    'Anna does like wine.',
    'Hannah does not like wine.',
  ],
  [
    'what was taken out of it',
    'I eh like tea a lot.',
    'I like coffee a lot.',
    'I em like tea a lot.',
    'I like coffee a lot.',
  ],
])('a sentence that was corrected stands where a new run differs: %s', (_, live, written, next, wanted) => {
  expect(line(live, written, next)).toBe(wanted);
});

test('the sentences beside it are as they are now', () => {
  expect(
    line(
      'It rained. Three Emmas like rein. They stay hear.',
      'It rained. Three Emmas like rain. They stay hear.',
      'It reigned. Street Emmas like rein. They stay here.',
    ),
  ).toBe('It reigned. Three Emmas like rain. They stay here.');
});

test('of a long sentence, the words near a correction stand', () => {
  const many = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen';
  const live = `Alpha ${many} more words of Jon the great and then all of the rest`;
  expect(
    line(live, live.replace('Jon', 'John'), live.replace('Alpha', 'Alfred').replace('words', 'birds')),
  ).toBe(live.replace('Jon', 'John').replace('Alpha', 'Alfred'));
});

test('a word that is only written as two, or as one, is as it is now', () => {
  expect(line('Anna knows everyone here.', 'Hannah knows everyone here.', 'Anna knows every one here.')).toBe(
    'Hannah knows every one here.',
  );
  expect(
    line('Anna knows every one here.', 'Hannah knows every one here.', 'Anna knows everyone here.'),
  ).toBe('Hannah knows everyone here.');
  expect(line('Every one knows.', 'Everyone knows.', 'Everyone knows.')).toBe('Everyone knows.');
});

/** A document whose words have no spaces between them. */
function unspaced(text: string, at = 1): CorrectedTranscript {
  const document = documentOf({ text, at, language: 'ja' });
  const joined = ({ words }: Paragraph) => words.map((word) => ({ ...word, word: word.word.trim() }));
  return { ...document, paragraphs: document.paragraphs.map((one) => ({ ...one, words: joined(one) })) };
}

test.each([
  [
    '今日 は 田中 さん が 来ます。',
    '今日は中田さんが来ます。',
    '今 日 は 田中 さん が 来ます。',
    '今日は中田さんが来ます。',
  ],
  [
    '今日 は 田中 さん が 来ます。',
    '今日は中田さんが来ます。',
    '昨日 は 田中 さん が 来ます。',
    '今日は中田さんが来ます。',
  ],
  ['今日 は 晴れ です', '今日は晴れです明日も', '今日 は 晴れ です。', '今日は晴れです明日も。'],
])('a sentence without spaces that was corrected: %s', (live, written, next, wanted) => {
  const machine = unspaced(live);
  const change = setText(machine, 0, written);
  const edited = change ? applyChange(machine, change).document : machine;
  expect(textsOf(carryOver(machine, edited, unspaced(next)).document)).toEqual([wanted]);
});
