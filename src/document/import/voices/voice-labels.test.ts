import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../../tests/runner/case-rows.ts';
import { findLabels } from './voice-labels.ts';

/** What each text is said by; null where it names nobody. */
const voices = (...texts: string[]): (string | null)[] =>
  findLabels(texts).map((label) => label?.voice ?? null);

describe('names before texts', () => {
  it.each(caseRows<string>(import.meta.url, 'mayFurtherSigns'))(
    'may have further signs, where they come again or most texts have one: %s',
    (name) => {
      expect(voices(`${name}: Hi.`, 'So it goes.', `${name}: Yes.`, 'And on.')).toEqual([
        name,
        null,
        name,
        null,
      ]);
      expect(voices(`Ada: Hi.`, `${name}: Ho.`, 'Ada: Yes.', 'Bob: No.', 'Ada: Bye.')[1]).toBe(name);
    },
  );

  it('are those in capitals, if there are two, or one again', () => {
    const texts = ['We went home.', 'It was late.', 'So it goes.', 'Nothing else.'];
    expect(voices('JOHN: Hi.', ...texts, 'MARY: Ho.')).toEqual(['JOHN', null, null, null, null, 'MARY']);
    expect(voices('JOHN: Hi.', ...texts, 'JOHN: Ho.')[5]).toBe('JOHN');
    expect(voices('NASA: They are good.', ...texts)[0]).toBeNull();
  });

  it('may be questions and answers, and in small letters', () => {
    const asked = ['Frage', 'Antwort', 'Frage', 'Antwort'];
    expect(voices(...asked.map((role) => `${role}: So.`))).toEqual(asked);
    expect(voices('@bob: hi', 'so', '@bob: ho')[0]).toBe('@bob');
    expect(voices('anna: hello', 'bob: hi', 'anna: bye', 'bob: yes')).toEqual(['anna', 'bob', 'anna', 'bob']);
    expect(voices('Woman on phone: Hi.', 'Yes?', 'Woman on phone: No.')[0]).toBe('Woman on phone');
    expect(voices('The host: Hi.', 'Yes?', 'The host: No.')[0]).toBe('The host');
    expect(voices('Will Smith: Hi.', 'Yes?', 'Will Smith: No.')[0]).toBe('Will Smith');
  });
});

describe('names of people', () => {
  it.each(['Herr Kurz', 'Frau Gut', 'Dr. Wichtig', 'Mr. Good', 'Señora Verdad'])(
    'have titles before what else is announced: %s',
    (name) => {
      expect(voices(`${name}: Hi.`, 'So it goes.', `${name}: Yes.`, 'And on.')[0]).toBe(name);
    },
  );
});

describe('names that stand there once', () => {
  it('are those of people who say something to each other', () => {
    expect(voices('Ada: Hello.', 'Bob: How are you?')).toEqual(['Ada', 'Bob']);
    expect(voices('Анна: Дом.', 'Иван: Сад.')).toEqual(['Анна', 'Иван']);
  });

  it('are some beside one that comes again', () => {
    const texts = ['Anna: Welcome.', 'It is late.', 'Ben: Thanks.', 'I am glad.', 'Anna: Good.'];
    expect(voices(...texts, 'Carl: One question.', 'Anna: Yes?')).toEqual([
      'Anna',
      null,
      'Ben',
      null,
      'Anna',
      'Carl',
      'Anna',
    ]);
    expect(voices('Anna: Hi.', 'Start: 00:00', 'Anna: Yes.', 'So.', 'Note: This.')).toEqual([
      'Anna',
      null,
      'Anna',
      null,
      null,
    ]);
  });
});

describe('what is said before a colon is no name', () => {
  it.each(caseRows<string[]>(import.meta.url, 'aloneAgainAgain'))(
    'alone, again and again, and beside names: %s …',
    (...all) => {
      for (const said of all) {
        expect(voices(`${said}: It is.`, 'Go home.', `${said}: It was.`, 'Come.')).toEqual([
          null,
          null,
          null,
          null,
        ]);
        expect(voices(`${said}: It is.`, `${said}: It was.`)).toEqual([null, null]);
        const beside = voices('Ada: Hi.', `${said}: It is.`, 'Bob: Yes.', 'Ada: No.', 'Bob: Yes.');
        expect(beside).toEqual(['Ada', null, 'Bob', 'Ada', 'Bob']);
      }
      expect(voices(...all.map((said) => `${said}: Yes.`))).toEqual(all.map(() => null));
    },
  );

  it.each(caseRows<string[]>(import.meta.url, 'whereHeadingDoes'))(
    'where it is a heading that does not come again: %s …',
    (...texts) => {
      expect(voices(...texts)).toEqual(texts.map(() => null));
    },
  );
});

describe('a colon with no space behind it', () => {
  it.each(caseRows<string[]>(import.meta.url, 'nameBeforeWhere'))(
    'has a name before it where nearly every text has one: %s',
    (...texts) => {
      expect(voices(...texts)).toEqual(
        texts.map((text) => /\p{L}+|\p{Extended_Pictographic}/u.exec(text)?.[0]),
      );
    },
  );

  it.each(caseRows<string[]>(import.meta.url, 'noneBeforeOtherwise'))(
    'has none before it otherwise: %s',
    (...texts) => {
      expect(voices(...texts)).toEqual(texts.map(() => null));
    },
  );
});
