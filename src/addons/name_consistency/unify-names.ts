import { soundSimilarity } from '../../engine/sounds/sound-distance.ts';

/** One occurrence of a word of a name. */
export interface NameMention {
  /** Spelling in the transcript. */
  form: string;
  sounds: string;
  confidence: number;
  /** Neighbouring forms in the same name: "Smith" beside "John". */
  partners: readonly string[];
  /** Its sentence: two spellings in one sentence are two people. */
  place: string;
}

/** One spelling of a name in the whole recording. */
interface Spelling {
  key: string;
  form: string;
  sounds: string;
  count: number;
  confidence: number;
  partners: Set<string>;
  places: Set<string>;
}

/** Minimum similarity of two names that sound alike. */
const ALIKE = 0.8;

/**
 * The replacement of every spelling that is replaced, by its lower case.
 *
 * Two spellings are the same person's if they sound alike, never occur in the same sentence and, if both occur beside
 * another name, share one there that sounds alike. A requested spelling wins, otherwise the more frequent one,
 * otherwise the one with the higher confidence.
 *
 * @param wanted requested spellings, in lower case
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
    // Running mean.
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
