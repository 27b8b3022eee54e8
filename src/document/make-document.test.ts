import { describe, expect, test } from 'vitest';
import { documentOf, said, textsOf } from '../../tests/fakes/corrected-document.ts';
import { correctedTranscript } from '../contract/transcripts/corrected-transcript.ts';
import { makeDocument } from './make-document.ts';

const many = (count: number, mark = '') => Array.from({ length: count }, (_, n) => `w${n}${mark}`).join(' ');

describe('makeDocument', () => {
  test('joins consecutive utterances of one speaker and keeps every word with its times', () => {
    const utterances = [
      said({ text: 'Good morning.', at: 0, speaker: 0 }),
      said({ text: 'Welcome back.', at: 2, speaker: 0 }),
      said({ text: 'Thank you.', at: 4, speaker: 1 }),
    ];
    const document = makeDocument(utterances, 6);
    expect(textsOf(document)).toEqual(['Good morning. Welcome back.', 'Thank you.']);
    expect(document.paragraphs.map(({ speaker, start, end }) => [speaker, start, end])).toEqual([
      ['s0', 0, 2.9],
      ['s1', 4, 4.9],
    ]);
    expect(document.paragraphs.flatMap(({ words }) => words)).toEqual(
      utterances.flatMap(({ words }) => words),
    );
    expect(document.speakers.map(({ number, channel, name }) => [number, channel, name])).toEqual([
      [0, null, null],
      [1, null, null],
    ]);
    expect(correctedTranscript.parse(document)).toEqual(document);
  });

  test('begins a paragraph at a pause of 2.5 s, not at a shorter one', () => {
    const [short, long] = [2.4, 2.5].map((pause) =>
      textsOf(documentOf({ text: 'One.', at: 0 }, { text: 'Two.', at: 0.4 + pause })),
    );
    expect(short).toEqual(['One. Two.']);
    expect(long).toEqual(['One.', 'Two.']);
  });

  test('ends a paragraph after 80 words, where the utterance or a sentence ends', () => {
    const byUtterance = documentOf({ text: many(79), at: 0 }, { text: 'a b', at: 40 }, { text: 'c', at: 41 });
    expect(byUtterance.paragraphs.map(({ words }) => words.length)).toEqual([81, 1]);
    const bySentence = documentOf({ text: `${many(85)}. ${many(10)}`, at: 0 });
    expect(bySentence.paragraphs.map(({ words }) => words.length)).toEqual([85, 10]);
    const endless = documentOf({ text: many(250), at: 0 });
    expect(endless.paragraphs.map(({ words }) => words.length)).toEqual([120, 120, 10]);
  });

  test('tells channels and languages apart', () => {
    const document = documentOf(
      { text: 'Hello.', at: 0, channel: 0, speaker: 0 },
      { text: 'Bonjour.', at: 1, channel: 0, speaker: 0, language: 'fr' },
      { text: 'Hi.', at: 2, channel: 1, speaker: 0 },
    );
    expect(document.paragraphs.map(({ speaker, language }) => [speaker, language])).toEqual([
      ['s0.0', 'en'],
      ['s0.0', 'fr'],
      ['s1.0', 'en'],
    ]);
  });

  test('has no speaker where there is nobody to distinguish, and no paragraph without words', () => {
    expect(documentOf({ text: 'Alone.', at: 0 })).toMatchObject({
      speakers: [],
      paragraphs: [{ speaker: null }],
    });
    expect(makeDocument([], 5).paragraphs).toEqual([]);
  });
});
