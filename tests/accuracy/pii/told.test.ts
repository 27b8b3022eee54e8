import { expect, it } from 'vitest';
import { requestedEntities } from '../../../src/addons/pii_redaction/entity-groups.ts';
import { namesFor, redactUtterances } from '../../../src/addons/pii_redaction/run.ts';
import type { Utterance } from '../../../src/contract/transcripts/utterance.ts';
import { utteranceOf } from './labelled-sentences.ts';
import told from './told.json' with { type: 'json' };

/** Utterances by language; what must be redacted stands in ⟦⟧. */
type ByLanguage = Partial<Record<NonNullable<Utterance['language']>, string[]>>;

const LABEL = /⟦([^⟧]*)⟧/g;
const MARKER = /\[\w+_\d+\]/g;
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

async function redacted(said: string, language: Utterance['language']): Promise<string> {
  const utterances = [{ ...utteranceOf(said, 'en'), language }];
  const tools = { tokenClassifier: async () => null, onProgress: () => undefined };
  const { spans } = await namesFor(utterances, requestedEntities(undefined), tools);
  return redactUtterances(utterances, undefined, spans).utterances[0]?.text ?? '';
}

/** The labels of which a word is left; their number. */
async function missed(set: ByLanguage): Promise<{ missed: string[]; of: number }> {
  const found: string[] = [];
  let of = 0;
  for (const [language, utterances] of Object.entries(set)) {
    for (const labelled of utterances) {
      const left = new Set(
        wordsOf((await redacted(labelled.replaceAll(/[⟦⟧]/g, ''), language as 'en')).replaceAll(MARKER, ' ')),
      );
      const around = new Set(wordsOf(labelled.replaceAll(LABEL, ' ')));
      for (const [, label = ''] of labelled.matchAll(LABEL)) {
        of++;
        if (wordsOf(label).some((word) => left.has(word) && !around.has(word))) found.push(label);
      }
    }
  }
  return { missed: found, of };
}

it.each([
  // A usual word behind a given name ends it: "pierre le grand".
  ['first', 60, ['le grand']],
  ['second', 60, []],
  // Two words that both may be names, German "ernst", a sign behind a code, and cues of languages without rules.
  ['third', 60, ['rose', 'art', 'double seven four star', 'ernst', '४७०२', '۴۷۰۲']],
  ['pieces', 7, []],
] as const)(
  'personal data is found as people say it, mostly without capitals: the %s set',
  async (name, least, known) => {
    const result = await missed(told[name]);
    expect(result.of).toBeGreaterThan(least);
    expect(result.missed).toEqual(known);
  },
  60_000,
);

it('talk without personal data stays as it is', async () => {
  const changed: string[] = [];
  for (const [language, utterances] of Object.entries(told.talk)) {
    for (const said of utterances) if ((await redacted(said, language as 'en')) !== said) changed.push(said);
  }
  expect(changed).toEqual([]);
}, 60_000);
