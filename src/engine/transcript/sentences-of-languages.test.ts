import { expect, it } from 'vitest';
import { sentencesOf } from './text-sentences.ts';

it.each([
  ['ja', ['「本当ですか？」と彼は聞いた。', 'はい。']],
  ['ja', ['「はい。」', '次の日、彼は来た。']],
  ['ko', ['정말요? ', '네. ', '그렇습니다.']],
  ['ar', ['هل هذا صحيح؟ ', 'نعم. ', 'قال د. أحمد إنه بخير.']],
  ['hi', ['क्या यह सही है? ', 'डॉ. शर्मा आए।', 'वह है. ', 'हाँ।']],
  ['bn', ['তাই না? ', 'ড. রহমান এলেন।']],
  ['ta', ['சரியா? ', 'திரு. குமார் வந்தார்.']],
  ['vi', ['Đúng không? ', 'Vâng. ', 'TP. Hồ Chí Minh rất lớn.']],
  ['pl', ['Tak. ', 'Dr. Kowalski jest, np. w domu.']],
  ['hu', ['Igen. ', 'Dr. Nagy itt van, pl. most.']],
  ['ro', ['Da. ', 'Dl. Popescu a venit.']],
  ['el', ['Πήγε; ', 'Ναι. ', 'Ο κ. Παπαδόπουλος ήρθε.']],
  ['hr', ['Da. ', 'Dr. Horvat je tu, npr. danas.']],
  ['id', ['Ya. ', 'Dr. Budi datang.']],
  ['zh', ['Dr. Wang来了。', '真的吗？！', '是的。']],
])('of %s: %j', (language, sentences) => {
  const trimmed = (texts: readonly string[]) => texts.map((text) => text.trim());
  // A stroke of India is followed by the next sentence at once, or by a space.
  const text = sentences.join(language === 'hi' ? ' ' : '');
  expect(trimmed(sentencesOf(text, language)), text).toEqual(trimmed(sentences));
});
