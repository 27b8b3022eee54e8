import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import type { WordSpan } from '../../language/entities/found-entity.ts';

/** Names as wholes: a given name and the family name behind it, or finds that share a word, are one. */
export function wholeNames(utterances: readonly Utterance[], spans: readonly WordSpan[]): WordSpan[] {
  const names = spans
    .filter(({ type }) => type.startsWith('NAME'))
    .toSorted((a, b) => a.utterance - b.utterance || a.from - b.from || b.to - a.to);
  const whole: { span: WordSpan; last: PiiEntityType }[] = [];
  for (const name of names) {
    const before = whole.at(-1);
    const near = before?.span.utterance === name.utterance ? before : undefined;
    if (near && (name.from < near.span.to || goesOn(near, name, utterances))) {
      const type = [near.span.type, name.type].includes('NAME_MEDICAL_PROFESSIONAL')
        ? 'NAME_MEDICAL_PROFESSIONAL'
        : 'NAME';
      near.span = { ...near.span, type, to: Math.max(near.span.to, name.to) };
      near.last = name.type;
    } else {
      const isPart = name.type === 'NAME_GIVEN' || name.type === 'NAME_FAMILY';
      whole.push({ span: isPart ? { ...name, type: 'NAME' } : name, last: name.type });
    }
  }
  return [...spans.filter(({ type }) => !type.startsWith('NAME')), ...whole.map(({ span }) => span)];
}

/** Whether a family name follows a given one directly. */
function goesOn(
  { span, last }: { span: WordSpan; last: PiiEntityType },
  name: WordSpan,
  utterances: readonly Utterance[],
): boolean {
  const word = utterances[span.utterance]?.words[span.to - 1]?.word ?? '';
  return (
    last === 'NAME_GIVEN' && name.type === 'NAME_FAMILY' && name.from === span.to && !/[,;:.!?]$/.test(word)
  );
}
