import { describe, expect, it } from 'vitest';
import { groupWords } from './group-words.ts';
import { TokenText } from './token-text.ts';

/** One unit per string, one token each. */
const units = (...texts: string[]) => texts.map((text, index) => ({ text, from: index, to: index + 1 }));
const words = (texts: string[], language: string) =>
  groupWords(units(...texts), language).map(({ text }) => text);

describe('words between spaces', () => {
  it('an apostrophe does not split a word', () => {
    expect(words([' aujourd', "'", 'hui'], 'fr')).toEqual([" aujourd'hui"]);
    expect(words([' I', "'m", ' here'], 'en')).toEqual([" I'm", ' here']);
  });

  it('punctuation stands with its word: closing marks before, opening marks after', () => {
    expect(words([' ¿', 'D', 'ónde', ' es', '?'], 'es')).toEqual([' ¿Dónde', ' es?']);
    expect(words([' "', 'Yes', '."', ' He'], 'en')).toEqual([' "Yes."', ' He']);
    expect(words([' école', ' ?', ' Oui'], 'fr')).toEqual([' école ?', ' Oui']);
    expect(words([' (', ' well', ')'], 'en')).toEqual([' ( well)']);
  });

  it('hyphens and apostrophes do not split a word, but letters and digits that may be said one by one are parts', () => {
    expect(words([' twenty', '-', 'five', ' T', '-', 'shirt'], 'en')).toEqual([' twenty-five', ' T-shirt']);
    expect(words([' l', "'", 'A', 'lp', 'e'], 'fr')).toEqual([" l'Alpe"]);
    expect(words([' 0', ',', '7', '93', '.'], 'en')).toEqual([' 0,', '7', '93.']);
    expect(words([' b', '-', 'r', '-', 'o', ' MEI', 'ER'], 'de')).toEqual([' b-', 'r-', 'o', ' MEI', 'ER']);
  });

  it('keep their tokens', () => {
    expect(groupWords(units(' He', 'llo', ' you', '.'), 'en')).toEqual([
      { text: ' Hello', from: 0, to: 2 },
      { text: ' you.', from: 2, to: 4 },
    ]);
  });

  it('reproduce the text when they are joined', () => {
    const texts = [' -', ' Well', ',', ' "', 'no', '"', ' -', '…'];
    expect(words(texts, 'en').join('')).toBe(texts.join(''));
  });

  it('punctuation alone is still kept', () => {
    expect(words([' ...'], 'en')).toEqual([' ...']);
    expect(words([], 'en')).toEqual([]);
  });
});

describe('languages without spaces', () => {
  it.each(['zh', 'ja'])('%s: every character is a word, punctuation with it', (language) => {
    expect(words(['你', '好', '，', '世', '界', '。'], language)).toEqual(['你', '好，', '世', '界。']);
    expect(words(['「', '你', '好', '」'], language)).toEqual(['「你', '好」']);
  });

  it('vowel signs and tones stay on their letter', () => {
    expect(words(['ส', 'ี', 'ด', 'ำ'], 'th')).toEqual(['สี', 'ด', 'ำ']);
    expect(words(['မ', 'ြ', 'န'], 'my')).toEqual(['မြ', 'န']);
  });

  it('Latin words and numbers stay whole', () => {
    expect(words(['用', 'i', 'Phone', ' 15', '吧'], 'zh')).toEqual(['用', 'iPhone', ' 15', '吧']);
  });
});

describe('token text', () => {
  // Byte-level BPE: Ġ is a space; 好 is e5 a5 bd, here split into three tokens.
  const text = new TokenText([
    ['Ġhi', 1],
    ['å', 2],
    ['¥', 3],
    ['½', 4],
    ['ÃĹ', 5],
  ]);

  it('joins the bytes of a character that several tokens share', () => {
    expect(text.textOf([1, 2, 3, 4])).toBe(' hi好');
    expect(text.unitsOf([1, 2, 3, 4])).toEqual([
      { text: ' hi', from: 0, to: 1 },
      { text: '好', from: 1, to: 4 },
    ]);
  });

  it('a broken character does not swallow what follows', () => {
    expect(text.unitsOf([2, 3]).map((unit) => unit.text)).toEqual(['\ufffd']);
    expect(text.textOf([2, 1])).toContain(' hi');
  });

  it('tokens outside the vocabulary have no text', () => {
    expect(text.textOf([99, 1, 100])).toBe(' hi');
    expect(text.bytesOf(99)).toBe(0);
  });
});
