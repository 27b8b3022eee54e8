import { describe, expect, it } from 'vitest';
import { sentenceEnds } from './sentence-ends.ts';

/** Sentences of a text whose words follow each other without a pause, or with one of 0.6 s for each `/`. */
function sentences(text: string, language: string): string[] {
  const words = text.split(' ').map((word, index) => ({
    text: index === 0 ? word.replace('/', '') : ` ${word.replace('/', '')}`,
    pauseAfter: word.includes('/') ? 0.6 : 0.1,
  }));
  const ends = sentenceEnds(words, language);
  const found: string[] = [''];
  words.forEach((word, index) => {
    found.push(`${found.pop() ?? ''}${word.text}`.trim());
    if (ends[index] && index < words.length - 1) found.push('');
  });
  return found;
}

describe('sentenceEnds', () => {
  it.each([
    ['en', 'Hello. How are you? Fine!', ['Hello.', 'How are you?', 'Fine!']],
    ['en', 'Mr. Quilter met Dr. J. Smith. He left.', ['Mr. Quilter met Dr. J. Smith.', 'He left.']],
    ['en', 'It grew by 3.5 percent. Then it fell.', ['It grew by 3.5 percent.', 'Then it fell.']],
    ['en', 'Pens, paper, etc. are here. Good.', ['Pens, paper, etc. are here.', 'Good.']],
    ['en', 'We sell pens, etc./ They sell ink.', ['We sell pens, etc.', 'They sell ink.']],
    ['en', 'He lives in the U.S. Army base.', ['He lives in the U.S. Army base.']],
    ['en', 'Well... maybe not. So…  no.', ['Well... maybe not.', 'So…  no.']],
    ['en', 'Well... Maybe not.', ['Well...', 'Maybe not.']],
    ['en', '"Really?" he asked. "Yes." She left.', ['"Really?" he asked.', '"Yes."', 'She left.']],
    ['en', 'no marks here at all', ['no marks here at all']],
    [
      'de',
      'Am 3. Oktober ist frei. Dr. Weber kommt z.B. morgen.',
      ['Am 3. Oktober ist frei.', 'Dr. Weber kommt z.B. morgen.'],
    ],
    ['de', 'Wir waren 3./ Dann ging er.', ['Wir waren 3.', 'Dann ging er.']],
    ['fr', 'M. Dupont est là. Mme. Martin aussi.', ['M. Dupont est là.', 'Mme. Martin aussi.']],
    ['es', '¿Qué tal, Sr. López? ¡Muy bien! Gracias.', ['¿Qué tal, Sr. López?', '¡Muy bien!', 'Gracias.']],
    ['it', 'Il Sig. Rossi è qui. Bene.', ['Il Sig. Rossi è qui.', 'Bene.']],
    ['hi', 'नमस्ते। आप कैसे हैं।', ['नमस्ते।', 'आप कैसे हैं।']],
  ])('%s: %s', (language, text, expected) => {
    expect(sentences(text, language)).toEqual(expected.map((sentence) => sentence.replace(/\s+/g, ' ')));
  });

  it('ends sentences in languages without spaces', () => {
    const words = ['客観的', '実在', 'である。', 'はい', '。', 'なに', '？', 'ええ'].map((text) => ({
      text,
      pauseAfter: 0.1,
    }));
    expect(sentenceEnds(words, 'ja')).toEqual([false, false, true, false, true, false, true, false]);
    expect(
      sentenceEnds(
        [
          { text: '你好！', pauseAfter: 0 },
          { text: '再见', pauseAfter: 0 },
        ],
        'zh',
      ),
    ).toEqual([true, false]);
  });
});
