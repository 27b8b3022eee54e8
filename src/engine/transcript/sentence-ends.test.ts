import { describe, expect, it } from 'vitest';
import { sentenceEnds } from './sentence-ends.ts';

/** Sentences of a text whose words follow each other without a pause, or with one of 1.2 s for each `/`. */
function sentences(text: string, language: string): string[] {
  const words = text.split(' ').map((word, index) => ({
    text: index === 0 ? word.replace('/', '') : ` ${word.replace('/', '')}`,
    pauseAfter: word.includes('/') ? 1.2 : 0.1,
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
  // A sentence ends at each `|`.
  it.each([
    ['en', 'Hello.| How are you?| Fine!'],
    ['en', 'Mr. Quilter met Dr. J. Smith.| He left.'],
    ['en', 'It grew by 3.5 percent.| Then it fell.'],
    ['en', 'Pens, paper, etc. are here.| Good.'],
    ['en', 'We sell pens, etc./| They sell ink.'],
    ['en', 'He lives in the U.S. Army base.'],
    ['en', 'Well... maybe not.| So…  no.'],
    ['en', 'Well...| Maybe not.'],
    ['en', '"Really?" he asked.| "Yes."| She left.'],
    ['en', 'no marks here at all'],
    ['de', 'Am 3. Oktober ist frei.| Dr. Weber kommt z.B. morgen.'],
    ['de', 'Wir waren 3./| Dann ging er.'],
    ['fr', 'M. Dupont est là.| Mme. Martin aussi.'],
    ['es', '¿Qué tal, Sr. López?| ¡Muy bien!| Gracias.'],
    ['it', 'Il Sig. Rossi è qui.| Bene.'],
    ['hi', 'नमस्ते।| आप कैसे हैं।'],
    ['en', 'It was fine.| 20 people came.| 15 of them left.| iPhone sales fell.'],
    ['en', 'It was cheap.| $5 is enough.| (20 came.)| eBay fell.'],
    ['fr', 'C’était bien.| 20 personnes sont venues.'],
    ['es', 'Era bueno.| 20 personas vinieron.'],
    ['it', 'Era bello.| 20 persone sono venute.'],
    ['en', 'See No. 5, p. 20 and Fig. 3.| On Dec. 5 it rained.'],
    ['en', 'It came to approx. 20 people, e.g. 5 of us.'],
    ['en', 'He lives on Main St./| He likes it.| I ate a fig.| She got a B./| Then she left.'],
    ['en', 'One more rep./| Then the gov./| It pays.| Oh no.| He left.'],
    ['en', 'Take Vitamin C./| It helps.| I met Mr./ Smith and St. Mary.'],
    ['en', 'It was fine./| and then it was not.'],
    ['en', 'It was the approx. value.'],
    ['pl', 'Wszystko jest ok.| Idziemy do domu, ok. 20 osób.'],
    ['ru', 'Я дал это им./| Потом ушёл домой.'],
    ['fr', 'Il y en a sept.| Puis rien.'],
    ['de', 'Ich mag diese Art.| Danach gilt Art. 5 nicht.'],
    ['el', 'Τι κάνεις;| Καλά είμαι.| Εσύ\u037e| Κι εγώ.'],
    ['en', 'He came; she left.| So.'],
    ['hy', 'Բարև ձեզ։| Ինչպե՞ս եք։| Լավ եմ։'],
    ['km', 'សួស្តី។| សុខសប្បាយទេ?'],
    ['my', 'မင်္ဂလာပါ။| နေကောင်းလား။'],
    ['bo', 'བཀྲ་ཤིས།| བདེ་ལེགས།'],
    ['am', 'ሰላም ነው።| እንዴት ነህ፧| ደህና።'],
    ['de', 'Er sagte: „Ja!“| Dann kam „Nein.“| Und er ging.| „Wirklich?“ fragte er.'],
    ['de', 'Er sagte: »Ja!«| Dann ging er.| ‚Gut.‘| Ende.'],
    ['fr', 'Il dit « oui. »| Puis « non ! »| Et voilà.'],
    ['en', 'He said “Yes.”| Then “No.”| So.'],
    [
      'en',
      'It ends at 7 a.m.| Then we go.| I live in the U.S.| It is big.| We sell pens, etc.| They sell ink.',
    ],
    ['en', 'He got an A.| She got a B.| ‘So am I.’| They sat.| George W. Bush met J. R. R. Tolkien.'],
    ['fr', 'Il a dit etc.| Puis rien.| M. Le Pen et J. Le Clézio.'],
    ['de', 'Am 3. Sie kamen am 2.| Dann gingen wir.'],
    ['en', 'Well…| Okay.| So… no.'],
    ['en', 'i think so.| she said no.| they left.'],
    ['en', 'j. k. rowling came approx. twice.| e.g. today.| i met her.'],
    ['en', 'It was the min. value.| Good.'],
    ['de', 'Das ist Dr. med. Müller.| Ja.'],
    ['es', 'Viven en EE. UU.| Pero no.| Sí.'],
    ['sv', 'Kl. 8 kom t.ex. Anna.| Ja.'],
    ['tr', 'Dr. Yılmaz geldi.| İyi.'],
    ['cs', 'Přišel např. Dr. Novák.| Ano.'],
    ['nl', "Het is een hond.| 's Avonds blaft hij.| ’t Was laat in 't Gooi.| 's-Hertogenbosch slaapt."],
    ['ko', '네.| 3.5배예요.| 좋아요!'],
  ])('%s: %s', (language, marked) => {
    const expected = marked
      .split('|')
      .map((sentence) => sentence.replaceAll('/', '').replace(/\s+/g, ' ').trim());
    expect(sentences(marked.replaceAll('|', ''), language)).toEqual(expected);
  });

  it('ends sentences in languages without spaces', () => {
    const words = ['客観的', '実在', 'である。', 'はい', '。', 'なに', '？', 'ええ'].map((text) => ({
      text,
      pauseAfter: 0.1,
    }));
    expect(sentenceEnds(words, 'ja')).toEqual([false, false, true, false, true, false, true, false]);
    const decimal = ['约', '3', '.', '5', '倍', '。', '好'].map((text) => ({ text, pauseAfter: 0.5 }));
    expect(sentenceEnds(decimal, 'zh')).toEqual([false, false, false, false, false, true, false]);
    const marks = ['えっ', '！', '？', 'そう', '…', '。', 'はい'].map((text) => ({ text, pauseAfter: 0.1 }));
    expect(sentenceEnds(marks, 'ja')).toEqual([false, false, true, false, false, true, false]);
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
