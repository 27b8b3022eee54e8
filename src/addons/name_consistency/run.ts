import { toAddonError } from '../../contract/addons/addon-envelope.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { loadRomaniser } from '../../engine/sounds/load-romaniser.ts';
import { isLatin, type Speller, spellerOf } from '../../engine/sounds/speller.ts';
import type { WordSpan } from '../../language/entities/found-entity.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { OnUtterances } from '../addon.ts';
import { findNames } from '../find-names.ts';
import { splitNameWord } from '../split-name-word.ts';
import { type NameMention, unifyNames } from './unify-names.ts';

/** Initials and the like are too short to identify a person by sound. */
const LEAST_LETTERS = 3;
const TITLE = /^(?:mr|mrs|ms|miss|dr|prof|sir|madame|monsieur|mme|herr|frau|señora?|don|doña|signora?)$/iu;

/**
 * Writes each person's name the same way throughout (specification §2.8, deprecated). `results` has one line for each
 * rewritten spelling; if names are to be redacted, only their number.
 */
export const onUtterances: OnUtterances = async (transcription, request, tools) => {
  const { utterances } = transcription;
  const { spans, lookedFor, readers } = await findNames(utterances, tools, {
    models: ['named_entity_recognition'],
    rules: 'otherwise',
  });
  tools.onFacts({ models: readers });
  const unread = [...lookedFor].filter(([, looked]) => looked.size === 0).map(([language]) => language);
  if (unread.length > 0) {
    const advice = msg`To recognise names in ${{ languages: unread }}, install a names model under Models.`;
    if (unread.length === lookedFor.size) {
      return { transcription, error: toAddonError(new AppError('model_missing', advice)) };
    }
    await tools.note(advice);
  }
  const persons = spans.filter(({ type }) => type.startsWith('NAME'));
  const renamed = unifyNames(await mentionsOf(persons, utterances), wantedNames(request));
  const counts = new Map<string, number>();
  const places = placesOf(persons);
  const rewritten = utterances.map((utterance, index) =>
    rename(utterance, places.get(index) ?? new Set(), renamed, counts),
  );
  const lines = [...counts].map(([change, count]) => `${change} (${count})`);
  return {
    transcription: {
      ...transcription,
      utterances: rewritten,
      full_transcript: rewritten.map(({ text }) => text).join(' '),
    },
    results:
      request.pii_redaction && lines.length > 0
        ? `Names with unified spelling: ${lines.length}`
        : lines.join('\n'),
  };
};

/** Names in the spelling of the job's author. */
function wantedNames({
  custom_vocabulary,
  custom_vocabulary_config,
}: Parameters<OnUtterances>[1]): Set<string> {
  const entries = custom_vocabulary ? (custom_vocabulary_config?.vocabulary ?? []) : [];
  return new Set(
    entries.flatMap((entry) => (typeof entry === 'string' ? entry : entry.value).toLowerCase().split(/\s+/u)),
  );
}

async function mentionsOf(
  persons: readonly WordSpan[],
  utterances: readonly Utterance[],
): Promise<NameMention[]> {
  const texts = persons.map(({ utterance, from, to }) => utterances[utterance]?.words.slice(from, to) ?? []);
  const latin = texts.every((words) => words.every(({ word }) => isLatin(word)));
  const romanise = latin ? null : await loadRomaniser();
  const spellers = new Map<string, Speller>();
  return persons.flatMap(({ utterance, from }, index) => {
    const language = utterances[utterance]?.language ?? 'en';
    const spell = spellers.get(language) ?? spellerOf(language, romanise);
    spellers.set(language, spell);
    const place = `${utterance} ${sentencesBefore(utterances[utterance], from)}`;
    const words = (texts[index] ?? [])
      .map(({ word, confidence }) => ({ ...splitNameWord(word), confidence }))
      .filter(({ name }) => name.length >= LEAST_LETTERS && !TITLE.test(name));
    // Confidence of the whole name: its parts must not come from two spellings.
    const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
    return words.map(({ name }): NameMention => {
      const partners = words.flatMap((other) => (other.name === name ? [] : [other.name]));
      return { form: name, sounds: spell(name.toLowerCase()), confidence, partners, place };
    });
  });
}

/** Number of sentences of an utterance that end before a word. */
const sentencesBefore = (utterance: Utterance | undefined, word: number): number =>
  utterance?.words.slice(0, word).filter((own) => /[.?!…。？！]["'”’»)]*$/u.test(own.word)).length ?? 0;

/** Indices of the words that name a person, by utterance. */
function placesOf(persons: readonly WordSpan[]): Map<number, Set<number>> {
  const places = new Map<number, Set<number>>();
  for (const { utterance, from, to } of persons) {
    const own = places.get(utterance) ?? new Set();
    for (let word = from; word < to; word++) own.add(word);
    places.set(utterance, own);
  }
  return places;
}

/**
 * @param names indices of words that name a person: elsewhere the same word may not ("Mark the date")
 * @param counts incremented for every renamed word
 */
function rename(
  utterance: Utterance,
  names: ReadonlySet<number>,
  renamed: ReadonlyMap<string, string>,
  counts: Map<string, number>,
): Utterance {
  let changed = false;
  const words = utterance.words.map((word, index) => {
    if (!names.has(index)) return word;
    const { before, name, after, isCapital } = splitNameWord(word.word);
    const target = isCapital ? renamed.get(name.toLowerCase()) : undefined;
    if (target === undefined) return word;
    changed = true;
    const change = `${name} → ${target}`;
    counts.set(change, (counts.get(change) ?? 0) + 1);
    return { ...word, word: before + target + after };
  });
  if (!changed) return utterance;
  const text = words
    .map(({ word }) => word)
    .join('')
    .trim();
  return { ...utterance, words, text };
}
