import { expanded, withWords, wordClass } from '../../cues/cues.ts';
import { type Find, type Recogniser, SURENESS } from '../found-entity.ts';

const { form } = SURENESS;

const DOMAIN_ENDINGS = [...wordClass('top level domain')].sort((a, b) => b.length - a.length);
/** After a spoken "dot" or "punto" they need a word about web sites nearby. */
const AMBIGUOUS_ENDINGS = wordClass('ambiguous domain');
const NO_SITE = wordClass('no site');
/** Words before a spoken "at" that are ordinary speech, not a mailbox. */
const NO_LOCAL_PART = wordClass('no mailbox');

const DOT = expanded('<address dot>');
const AT = expanded('<address at>');
/**
 * A word, or letters spelled one by one, with digits after it. Unambiguous on purpose: otherwise rows of digits
 * backtrack for ever.
 */
const UNIT = '(?:[a-z](?: [a-z]){1,40}|[\\p{L}\\p{N}]+)(?![\\p{L}\\p{N}])(?: \\d+(?![\\p{L}\\p{N}])){0,12}';
const JOIN = expanded('<joint>');
/** "dot c o m" */
const SPELLED_ENDINGS = DOMAIN_ENDINGS.filter(({ length }) => length < 5).map((ending) =>
  [...ending].join(' '),
);
const ENDING = `(?:${[...DOMAIN_ENDINGS, ...SPELLED_ENDINGS].join('|')})(?![\\p{L}\\p{N}]| [a-z](?![\\p{L}\\p{N}']))`;
const DOMAIN = `${UNIT}(?:(?:${DOT}|-| ?\\uE002 ?)${UNIT}){0,4}?${DOT}${ENDING}(?:${DOT}${ENDING})?`;
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

const MAIL_CUE = withWords('(?<![\\p{L}\\p{N}])<mail cue>[^?!]{0,60}$');
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

const SAID_AT = ' ?[@\\uE001] ?';
/** What is before the words of a mailbox: "is", "write to", "reach me at". */
const LEADS = '(?:is|est|ist|es|è|lautet|to|an|a|\\uE001|e-?mail)';
/** "at proton mail dot com": words of a domain before the one that its ending follows. */
const IN_WORDS = new RegExp(`${SAID_AT}(?:[\\p{L}\\p{N}]{1,20} ){1,4}?${DOMAIN}`, 'gu');
/** "at gmail", whose ending goes without saying. */
const PROVIDER = withWords(`${SAID_AT}<mail provider>(?! ?[.\\uE000])`, 'gu');
/** The mailbox at the end of what was said before "at". */
const LOCAL = new RegExp(`(?<![\\p{L}\\p{N}@])${UNIT}(?:${JOIN}${UNIT}){0,8}$`, 'u');
const NAME_BEFORE = new RegExp(
  `(?<![\\p{L}\\p{N}])${LEADS}[: ] ?(?<name>(?:(?!(?:is|est|ist|es|è|lautet) )\\p{L}+ ){0,2})$`,
  'u',
);
const KNOWN_PROVIDER = withWords(`^${SAID_AT}<mail provider>`);
const ROLE_MAILBOX = wordClass('role mailbox');
/** Characters before "at" that may belong to an address or announce one. */
const CONTEXT = 100;

/** Where the mailbox before this "at" begins; undefined where the words before it are talk. */
function mailboxStart(text: string, at: number, domain: string): number | undefined {
  const before = text.slice(Math.max(0, at - CONTEXT), at);
  const local = LOCAL.exec(before)?.[0];
  if (local === undefined || NO_LOCAL_PART.has(local)) return undefined;
  const lead = before.slice(0, before.length - local.length);
  const name = NAME_BEFORE.exec(lead)?.groups?.name;
  const isAnnounced = name !== undefined && MAIL_CUE.test(lead);
  const isMarked = /[^\p{L} ]/u.test(local) || /^[a-z](?: [a-z])+$/.test(local);
  const isMailbox = isMarked && (KNOWN_PROVIDER.test(domain) || /[^\p{L}\p{N} ]/u.test(local));
  if (!isAnnounced && !isMailbox && !ROLE_MAILBOX.has(local)) return undefined;
  return at - local.length - (isAnnounced && /^[\p{L}\d ]+$/u.test(local) ? name.length : 0);
}

/** What is before a bare provider in talk: a role ("the support at gmail"), or a number ("room 5 at orange") that nobody announced. */
function isTalk(text: string, from: number, at: number): boolean {
  const local = text.slice(from, at);
  if (ROLE_MAILBOX.has(local)) return true;
  const isOneWord = /\p{L}\d|\d\p{L}|[^\p{L}\p{N} ]/u.test(local);
  return !isOneWord && !MAIL_CUE.test(text.slice(Math.max(0, from - CONTEXT), from));
}

/** E-mail addresses whose domain is said in several words, or only as the name of a provider. */
const spokenDomains = (text: string): Find[] =>
  [IN_WORDS, PROVIDER].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: domain, index }): Find[] => {
      const from = mailboxStart(text, index, domain);
      if (from === undefined || (pattern === PROVIDER && isTalk(text, from, index))) return [];
      return [{ type: 'EMAIL_ADDRESS', from, to: index + domain.length, sureness: SURENESS.form }];
    }),
  );

/** Internet addresses, written or spoken: e-mail and web. */
export const findAddresses: Recogniser = ({ text }) => [
  ...emails(text),
  ...urls(text),
  ...spokenDomains(text),
];
