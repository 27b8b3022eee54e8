import { soundSimilarity } from '../../engine/sounds/sound-distance.ts';

/** One word of a name, as it was heard once. */
export interface NameMention {
  /** As it is written. */
  form: string;
  sounds: string;
  confidence: number;
  /** Forms beside it in the same name: "Smith" beside "John". */
  partners: readonly string[];
  /** The sentence that it was said in: two spellings in one are two persons. */
  place: string;
}

/** One spelling of a name, over the whole recording. */
interface Spelling {
  key: string;
  form: string;
  sounds: string;
  count: number;
  confidence: number;
  partners: Set<string>;
  places: Set<string>;
}

/** From this on two names sound alike. */
const ALIKE = 0.8;

/**
 * For every spelling that gives way, by its lower case: the spelling to write.
 *
 * Two spellings are the same person's where they sound alike, never stand in one sentence together, and, where both have another
 * name beside them, have one beside them that sounds alike, too. The one that was asked for wins, else the one heard more
 * often, else the one heard more surely.
 *
 * @param wanted spellings that were asked for, in lower case
 */
export function unifyNames(
  mentions: readonly NameMention[],
  wanted: ReadonlySet<string>,
): Map<string, string> {
  const spellings = spellingsOf(mentions);
  const soundsOf = new Map(spellings.map(({ key, sounds }) => [key, sounds]));
  const order = spellings.toSorted(
    (a, b) =>
      Number(wanted.has(b.key)) - Number(wanted.has(a.key)) ||
      b.count - a.count ||
      b.confidence - a.confidence,
  );
  const persons: Spelling[][] = [];
  const renamed = new Map<string, string>();
  for (const spelling of order) {
    const person = persons.find(
      ([head, ...others]) =>
        head &&
        soundSimilarity(head.sounds, spelling.sounds, ALIKE) >= ALIKE &&
        [head, ...others].every((other) => mayBeOne(other, spelling, soundsOf)),
    );
    if (!person) persons.push([spelling]);
    else if (!wanted.has(spelling.key)) {
      renamed.set(spelling.key, person[0]?.form ?? spelling.form);
      person.push(spelling);
    }
  }
  return renamed;
}

function spellingsOf(mentions: readonly NameMention[]): Spelling[] {
  const byKey = new Map<string, Spelling>();
  for (const { form, sounds, confidence, partners, place } of mentions) {
    const key = form.toLowerCase();
    const known = byKey.get(key);
    const spelling = known ?? {
      key,
      form,
      sounds,
      count: 0,
      confidence: 0,
      partners: new Set(),
      places: new Set(),
    };
    // The mean, as it grows.
    spelling.confidence = (spelling.confidence * spelling.count + confidence) / (spelling.count + 1);
    spelling.count += 1;
    for (const partner of partners) spelling.partners.add(partner.toLowerCase());
    spelling.places.add(place);
    byKey.set(key, spelling);
  }
  return [...byKey.values()];
}

function mayBeOne(a: Spelling, b: Spelling, soundsOf: ReadonlyMap<string, string>): boolean {
  if (b.places.size <= a.places.size ? meets(b.places, a.places) : meets(a.places, b.places)) return false;
  if (a.partners.size === 0 || b.partners.size === 0) return true;
  return [...a.partners].some((one) =>
    [...b.partners].some(
      (other) =>
        one === other ||
        soundSimilarity(soundsOf.get(one) ?? one, soundsOf.get(other) ?? other, ALIKE) >= ALIKE,
    ),
  );
}

const meets = (few: ReadonlySet<string>, many: ReadonlySet<string>): boolean =>
  [...few].some((place) => many.has(place));
