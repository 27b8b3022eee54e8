import { expanded, withWords, wordClass } from '../../cues/cues.ts';
import { type Find, type Recogniser, SURENESS } from '../found-entity.ts';

const { form } = SURENESS;

const DOMAIN_ENDINGS = [...wordClass('top level domain')].sort((a, b) => b.length - a.length);
/** After a spoken "dot" or "punto" they need a word about web sites nearby. */
const AMBIGUOUS_ENDINGS = wordClass('ambiguous domain');
const NO_SITE = wordClass('no site');
/** Words before a spoken "at" that are ordinary speech, not a mailbox. */
export const NO_LOCAL_PART = wordClass('no mailbox');

const DOT = expanded('<address dot>');
const AT = expanded('<address at>');
/**
 * A word, or letters spelled one by one, with digits after it. Unambiguous on purpose: otherwise rows of digits
 * backtrack for ever.
 */
export const UNIT =
  '(?:[a-z](?: [a-z]){1,40}|[\\p{L}\\p{N}]+)(?![\\p{L}\\p{N}])(?: \\d+(?![\\p{L}\\p{N}])){0,12}';
export const JOIN = expanded('<joint>');
/** "dot c o m" */
const SPELLED_ENDINGS = DOMAIN_ENDINGS.filter(({ length }) => length < 5).map((ending) =>
  [...ending].join(' '),
);
const ENDING = `(?:${[...DOMAIN_ENDINGS, ...SPELLED_ENDINGS].join('|')})(?![\\p{L}\\p{N}]| [a-z](?![\\p{L}\\p{N}']))`;
export const DOMAIN = `${UNIT}(?:(?:${DOT}|-| ?\\uE002 ?)${UNIT}){0,4}?${DOT}${ENDING}(?:${DOT}${ENDING})?`;
/** Beside a written sign any ending is accepted. */
const LABEL = expanded('<label>');
const WRITTEN_DOMAIN = `${LABEL}(?:\\.${LABEL}){0,5}\\.(?:xn--[a-z\\d-]{2,59}|\\p{L}{2,24})(?![\\p{L}\\p{N}])`;
const START = '(?<![\\p{L}\\p{N}@])';

const EMAIL = new RegExp(
  `${START}(?<local>${UNIT}(?:${JOIN}${UNIT}){0,8})(?:[._+\\-]*@${WRITTEN_DOMAIN}|(?<at>${AT})${DOMAIN})`,
  'dgu',
);
/** Everything up to the next space, except marks at its end. */
const REST = expanded('<rest of a link>');
const URL_LIKE = new RegExp(
  `${START}(?<scheme>https?(?:://| ?[:\\uE005] ?[/\\uE004] ?[/\\uE004] ?))?` +
    `(?<www>(?:www|w w w)${DOT}(?:\\p{L}{1,20} ){0,2}?)?(?<domain>${DOMAIN})` +
    `(?<path>(?:[:/?#]${REST}|/)|(?: ?\\uE004 ?${UNIT}(?:${JOIN}${UNIT})*)+)?`,
  'dgu',
);

export const MAIL_CUE = withWords('(?<![\\p{L}\\p{N}])<mail cue>[^?!]{0,60}$');
const SITE_CUE = withWords('(?<![\\p{L}\\p{N}])<site cue>[^?!]{0,40}$');
/** "escribir a": the "a" is not a spelled letter. */
const WRITE_TO = withWords('(?<![\\p{L}\\p{N}])<write to> $');
/** "my e-mail is john smith at": the words after the verb. */
const NAMED_BEFORE = /\b(?:is|est|ist|es|è|lautet)[: ] ?(?<name>(?:\p{L}+,? ){1,3}(?:1 )?)$/u;

function emails(text: string): Find[] {
  const finds: Find[] = [];
  for (const match of text.matchAll(EMAIL)) {
    const { local = '', at = '' } = match.groups ?? {};
    const [start, end] = match.indices?.[0] ?? [0, 0];
    let from = start;
    const before = text.slice(Math.max(0, start - 80), start);
    if (/\uE001/u.test(at) && /^\p{L}+$/u.test(local)) {
      if (NO_LOCAL_PART.has(local) && !MAIL_CUE.test(before)) continue;
      if (NO_LOCAL_PART.has(local) && !/(?:is|est|ist|es|è) $/u.test(before)) continue;
      const name = MAIL_CUE.test(before) ? (NAMED_BEFORE.exec(before)?.groups?.name ?? '') : '';
      from = start - name.length;
    }
    if (/^a [a-z] /u.test(local) && WRITE_TO.test(before)) from += 2;
    finds.push({ type: 'EMAIL_ADDRESS', from, to: end, sureness: form });
  }
  return finds;
}

function urls(text: string): Find[] {
  const finds: Find[] = [];
  for (const match of text.matchAll(URL_LIKE)) {
    const { scheme, www, domain = '' } = match.groups ?? {};
    const [from, to] = match.indices?.[0] ?? [0, 0];
    if (/[@\uE001]\s?$/u.test(text.slice(Math.max(0, from - 2), from)) && /@$/u.test(text.slice(0, from)))
      continue;
    const before = text.slice(Math.max(0, from - 60), from);
    const words = scheme || www ? '' : wordsOfSite(domain, before);
    if (words !== null) finds.push({ type: 'URL', from: from - words.length, to, sureness: form });
  }
  return finds;
}

/** The words before a domain that belong to it: "our website is green leaf dot com"; null if it is none. */
function wordsOfSite(domain: string, before: string): string | null {
  const labels = domain.split(/[.\uE000]/u).map((label) => label.trim());
  const first = labels[0] ?? '';
  if (first.length < 2 || /^[\d ]+$/.test(first)) return null;
  if (!domain.includes('\uE000')) return '';
  if (NO_SITE.has(first)) return null;
  const isAnnounced = SITE_CUE.test(before);
  if (!isAnnounced) return AMBIGUOUS_ENDINGS.has(labels.at(-1) ?? '') ? null : '';
  return NAMED_BEFORE.exec(before)?.groups?.name ?? '';
}

/** Internet addresses, written or spoken: e-mail and web. */
export const findAddresses: Recogniser = ({ text }) => [...emails(text), ...urls(text)];
