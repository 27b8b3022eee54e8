import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { redactUtterances } from './run.ts';

const redacted = (said: string, language: Utterance['language']): string =>
  redactUtterances([{ ...utteranceOf(said, 'en'), language }], undefined).utterances[0]?.text ?? '';

const SCRIPTS = caseRows<readonly [string, number]>(import.meta.url, 'scripts');

describe.each(SCRIPTS)('%s digits', (_, zero) => {
  it.each(caseRows<string>(import.meta.url, 'foundThoseAscii'))('are found as those of ASCII: %s', (said) => {
    const own = said.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
    const back = (text: string) =>
      text.replaceAll(/\p{Nd}/gu, (digit) => {
        const value = (digit.codePointAt(0) ?? 0) - zero;
        return value >= 0 && value < 10 ? String(value) : digit;
      });
    expect(back(redacted(own, 'en'))).toBe(redacted(said, 'en'));
  });
});
