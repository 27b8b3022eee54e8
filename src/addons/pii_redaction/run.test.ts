import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import { readLabelledSentences } from '../../../tests/accuracy/pii/read-labelled-sentences.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { redactUtterances } from './run.ts';

const text = (utterances: readonly Utterance[]): string =>
  utterances.map((utterance) => utterance.text).join('\n');

const redacted = (said: string, types?: Parameters<typeof redactUtterances>[1]): string =>
  text(redactUtterances([utteranceOf(said, 'en')], types).utterances);

describe('MARKER', () => {
  it('writes a numbered label and keeps the surrounding punctuation', () => {
    expect(redacted('Write to (anna@example.com), or call 202-555-0143!')).toBe(
      'Write to ([EMAIL_ADDRESS_1]), or call [PHONE_NUMBER_1]!',
    );
  });

  it('gives the same entity the same number throughout the file, however it is said', () => {
    const { utterances } = redactUtterances(
      [
        utteranceOf('It is anna@example.com or bob@example.com.', 'en'),
        utteranceOf('So bob at example dot com and not anna at example dot com.', 'en', {
          start: 20,
          speaker: 1,
        }),
      ],
      undefined,
    );
    expect(text(utterances)).toBe(
      'It is [EMAIL_ADDRESS_1] or [EMAIL_ADDRESS_2].\nSo [EMAIL_ADDRESS_2] and not [EMAIL_ADDRESS_1].',
    );
  });

  it('takes a short number for a phone number only if it is announced as one', () => {
    expect(redacted('My phone is zero seven four nine two.')).toBe('My phone is [PHONE_NUMBER_1].');
    expect(redacted('The extension is 4412, ask for gate 4412.')).toContain(
      'The extension is [PHONE_NUMBER_1]',
    );
    expect(redacted('My phone has 5000 songs and cost a lot.')).toContain('5000 songs');
  });

  it('gives the first word the label and the time of all', () => {
    const { utterances, entities } = redactUtterances(
      [utteranceOf('Call 202 555 0143 now.', 'en')],
      undefined,
    );
    expect(utterances[0]?.words).toEqual([
      { word: 'Call', start: 0, end: 1, confidence: 0.9 },
      { word: ' [PHONE_NUMBER_1]', start: 1, end: 4, confidence: 0.9 },
      { word: ' now.', start: 4, end: 5, confidence: 0.9 },
    ]);
    expect(entities).toEqual([{ type: 'PHONE_NUMBER', label: 'PHONE_NUMBER_1', start: 1, end: 4 }]);
  });
});

describe('MASK', () => {
  it('turns every character into # and keeps spaces and the times of all words', () => {
    const before = utteranceOf('Card: four one one one 1111 1111 1111, thanks.', 'en');
    const { utterances } = redactUtterances([before], { processed_text_type: 'MASK' });
    expect(utterances[0]?.text).toBe('Card: #### ### ### ### #### #### ####, thanks.');
    expect(utterances[0]?.words.map(({ start, end }) => [start, end])).toEqual(
      before.words.map(({ start, end }) => [start, end]),
    );
  });
});

describe('entity types', () => {
  it('not requested are left alone', () => {
    const said = 'I am 35 years old, write to anna@example.com.';
    expect(redacted(said, { entity_types: ['EMAIL_ADDRESS'] })).toBe(
      'I am 35 years old, write to [EMAIL_ADDRESS_1].',
    );
  });

  it('from a model cover whole words, without clitics', () => {
    const { utterances } = redactUtterances([utteranceOf("That is Anna Miller's house.", 'en')], undefined, [
      { type: 'NAME', utterance: 0, from: 2, to: 4 },
    ]);
    expect(text(utterances)).toBe("That is [NAME_1]'s house.");
  });
});

describe('a number dictated over several utterances', () => {
  const dictated = [
    utteranceOf('My card is four one one one.', 'en', { start: 0, speaker: 0 }),
    utteranceOf('Okay.', 'en', { start: 10, speaker: 1 }),
    utteranceOf('One one one one.', 'en', { start: 12, speaker: 0 }),
    utteranceOf('One one one one,', 'en', { start: 20, speaker: 1 }),
    utteranceOf('and one one one one, one one one one.', 'en', { start: 28, speaker: 0 }),
  ];

  it('is found across them, and repetitions by others are redacted with it', () => {
    const { utterances, entities } = redactUtterances(
      dictated.map((utterance, index) =>
        index === 4
          ? utteranceOf('One one one one, one one one one.', 'en', { start: 28, speaker: 0 })
          : utterance,
      ),
      undefined,
    );
    expect(utterances.map((utterance) => utterance.text)).toEqual([
      'My card is [CREDIT_CARD_1].',
      'Okay.',
      '[CREDIT_CARD_1].',
      '[CREDIT_CARD_1],',
      '[CREDIT_CARD_1].',
    ]);
    expect(new Set(entities.map(({ label }) => label))).toEqual(new Set(['CREDIT_CARD_1']));
  });

  it('is recognised by another speaker’s question', () => {
    const { utterances } = redactUtterances(
      [
        utteranceOf('And what is the CVV on the back?', 'en', { start: 0, speaker: 0 }),
        utteranceOf('It is three four seven.', 'en', { start: 10, speaker: 1 }),
      ],
      undefined,
    );
    expect(utterances[1]?.text).toBe('It is [CVV_1].');
  });

  it('is not assumed for two people who merely speak in turn', () => {
    const { entities } = redactUtterances(
      [
        utteranceOf('We sold four one one one one one one one', 'en', { start: 0, speaker: 0 }),
        utteranceOf('one one one one one one one one chairs', 'en', { start: 10, speaker: 1 }),
      ],
      { entity_types: ['CREDIT_CARD'] },
    );
    expect(entities).toEqual([]);
  });
});

describe('any talk', () => {
  const sentences = readLabelledSentences();
  const talk = fc
    .array(
      fc.record({
        index: fc.nat({ max: sentences.length - 1 }),
        speaker: fc.nat({ max: 1 }),
        pause: fc.integer({ min: 0, max: 5 }),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((picks) => {
      let start = 0;
      return picks.flatMap(({ index, speaker, pause }) => {
        const sentence = sentences[index];
        if (!sentence) return [];
        const { text: said } = sentence.utterance;
        const utterance = utteranceOf(said, sentence.language, { start, speaker });
        start = utterance.end + pause;
        return [utterance];
      });
    });
  const mode = fc.constantFrom('MARKER' as const, 'MASK' as const);

  it('stays in order and in time, with text that matches its words and nothing left to redact', () => {
    fc.assert(
      fc.property(talk, mode, (utterances, processed_text_type) => {
        const once = redactUtterances(utterances, { processed_text_type });
        once.utterances.forEach((utterance, index) => {
          const { words, start, end } = utterance;
          expect([start, end]).toEqual([utterances[index]?.start, utterances[index]?.end]);
          expect(words.length).toBeGreaterThan(0);
          words.forEach((word, place) => {
            expect(word.start).toBeGreaterThanOrEqual(words[place - 1]?.end ?? start);
            expect(word.end).toBeGreaterThanOrEqual(word.start);
            expect(word.end).toBeLessThanOrEqual(end);
          });
          expect(utterance.text).toBe(
            words
              .map(({ word }) => word)
              .join('')
              .trim(),
          );
        });
        const twice = redactUtterances(once.utterances, { processed_text_type });
        expect(text(twice.utterances)).toBe(text(once.utterances));
      }),
      { numRuns: 30, seed: 7 },
    );
  }, 60_000);

  it('loses only the entities', () => {
    fc.assert(
      fc.property(talk, (utterances) => {
        const { utterances: written, entities } = redactUtterances(utterances, {
          processed_text_type: 'MASK',
        });
        written.forEach((utterance, index) => {
          utterance.words.forEach((word, place) => {
            const before = utterances[index]?.words[place];
            const isCovered = entities.some(({ start, end }) => start < word.end && end > word.start);
            expect([...word.word].length).toBe([...(before?.word ?? '')].length);
            if (!isCovered) expect(word).toEqual(before);
          });
        });
      }),
      { numRuns: 30, seed: 8 },
    );
  }, 60_000);

  it('keeps no trace of a planted secret', () => {
    const cards = sentences.filter(
      ({ entity, form }) => entity?.type === 'CREDIT_CARD' && form === 'written',
    );
    for (const { utterance, entity } of cards) {
      const secret = utterance.words
        .slice(entity?.from, entity?.to)
        .map(({ word }) => word)
        .join('');
      const digits = secret.replaceAll(/\D/g, '');
      const result = JSON.stringify(redactUtterances([utterance], undefined));
      expect(digits.length).toBeGreaterThanOrEqual(13);
      for (let at = 0; at + 4 <= digits.length; at += 4)
        expect(result).not.toContain(digits.slice(at, at + 4));
    }
  });
});

it('digits said over several words are in no word of the result', () => {
  const said = utteranceOf(
    'Call 202 555 0143 or plus four nine one five one two three four five six seven eight seven now.',
    'en',
  );
  for (const processed_text_type of ['MARKER', 'MASK'] as const) {
    const words = redactUtterances([said], { processed_text_type }).utterances.flatMap((own) => own.words);
    expect(words.map(({ word }) => word.replace(/\[[A-Z_]+_\d+\]/, '')).join('')).not.toMatch(
      /\d|four|seven/,
    );
  }
});
