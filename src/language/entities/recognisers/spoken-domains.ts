import { withWords, wordClass } from '../../cues/cues.ts';
import { type Find, type Recogniser, SURENESS } from '../found-entity.ts';
import { DOMAIN, JOIN, MAIL_CUE, NO_LOCAL_PART, UNIT } from './addresses.ts';

const AT = ' ?[@\\uE001] ?';
/** What is before the words of a mailbox: "is", "write to", "reach me at". */
const LEADS = '(?:is|est|ist|es|è|lautet|to|an|a|\\uE001|e-?mail)';
/** "at proton mail dot com": words of a domain before the one that its ending follows. */
const IN_WORDS = new RegExp(`${AT}(?:[\\p{L}\\p{N}]{1,20} ){1,4}?${DOMAIN}`, 'gu');
/** "at gmail", whose ending goes without saying. */
const PROVIDER = withWords(`${AT}<mail provider>(?! ?[.\\uE000])`, 'gu');
/** The mailbox at the end of what was said before "at". */
const LOCAL = new RegExp(`(?<![\\p{L}\\p{N}@])${UNIT}(?:${JOIN}${UNIT}){0,8}$`, 'u');
const NAMED_BEFORE = new RegExp(
  `(?<![\\p{L}\\p{N}])${LEADS}[: ] ?(?<name>(?:(?!(?:is|est|ist|es|è|lautet) )\\p{L}+ ){0,2})$`,
  'u',
);
const KNOWN_PROVIDER = withWords(`^${AT}<mail provider>`);
const ROLE_MAILBOX = wordClass('role mailbox');
/** Characters before "at" that may belong to an address or announce one. */
const CONTEXT = 100;

/** Where the mailbox before this "at" begins; undefined where the words before it are talk. */
function mailboxStart(text: string, at: number, domain: string): number | undefined {
  const before = text.slice(Math.max(0, at - CONTEXT), at);
  const local = LOCAL.exec(before)?.[0];
  if (local === undefined || NO_LOCAL_PART.has(local)) return undefined;
  const lead = before.slice(0, before.length - local.length);
  const name = NAMED_BEFORE.exec(lead)?.groups?.name;
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
export const findSpokenDomains: Recogniser = ({ text }) =>
  [IN_WORDS, PROVIDER].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: domain, index }): Find[] => {
      const from = mailboxStart(text, index, domain);
      if (from === undefined || (pattern === PROVIDER && isTalk(text, from, index))) return [];
      return [{ type: 'EMAIL_ADDRESS', from, to: index + domain.length, sureness: SURENESS.form }];
    }),
  );
