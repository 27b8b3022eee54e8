import { PII_ENTITY_TYPES, type PiiEntityType } from '../../../src/contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../../../src/contract/transcripts/utterance.ts';
import { type Language, utteranceOf } from './labelled-sentences.ts';

/** Words that must be redacted; `to` is exclusive. */
export interface LabelledWords {
  type: PiiEntityType;
  from: number;
  to: number;
}

export interface LabelledText {
  utterance: Utterance;
  entities: LabelledWords[];
}

const MARK = /\{(?<type>[A-Z_]+):(?<value>[^}]+)\}/g;
const TYPES: ReadonlySet<string> = new Set(PII_ENTITY_TYPES);
const isType = (name: string): name is PiiEntityType => TYPES.has(name);

const wordCount = (text: string): number => text.split(' ').length;

/** Reads "My name is {NAME:Karin Olafson}, yes." Without capitals, it is as a recogniser without marks writes it. */
export function labelledText(
  marked: string,
  language: Language,
  spelling: 'cased' | 'lower case',
): LabelledText {
  const entities: LabelledWords[] = [];
  let text = '';
  let end = 0;
  for (const match of marked.matchAll(MARK)) {
    const { type = '', value = '' } = match.groups ?? {};
    if (!isType(type)) throw new Error(`No entity type ${type}.`);
    text += marked.slice(end, match.index);
    const from = wordCount(text) - 1;
    entities.push({ type, from, to: from + wordCount(value) });
    text += value;
    end = match.index + match[0].length;
  }
  text += marked.slice(end);
  const written = spelling === 'cased' ? text : text.toLowerCase().replaceAll(/[,?!]|\.(?= |$)/g, '');
  return { utterance: utteranceOf(written, language), entities };
}
