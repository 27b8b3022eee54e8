import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PiiEntityType } from '../../../src/contract/transcripts/pii-entity-type.ts';
import { FORMS, LANGUAGES, type LabelledSentence, utteranceOf } from './labelled-sentences.ts';

const COLUMNS = 'language\tform\ttype\tfrom\tto\tsentence';

/**
 * Sentences in five languages, written and spoken, with each type equally often, and talk without personal data, some of which
 * has numbers that look like it. They were made by chance from carriers and values; numbers with check digits pass an independent check,
 * or fail it where nothing is to be redacted.
 *
 * @throws Error if a row of `sentences.tsv` is not of this form
 */
export function readLabelledSentences(): LabelledSentence[] {
  const [head, ...rows] = readFileSync(join(import.meta.dirname, 'sentences.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  if (head !== COLUMNS) throw new Error(`The first line must be ${COLUMNS}.`);
  return rows.map((row, index) => {
    const [code, spoken, type, from, to, text] = row.split('\t');
    const language = LANGUAGES.find((one) => one === code);
    const form = FORMS.find((one) => one === spoken);
    if (!language || !form || !text) throw new Error(`sentences.tsv, line ${index + 2}: ${row}`);
    const entity = { type: type as PiiEntityType, from: Number(from), to: Number(to) };
    return { utterance: utteranceOf(text, language), language, form, ...(type && { entity }) };
  });
}
