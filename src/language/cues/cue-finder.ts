import { expanded, NEVER, type Scope, shared } from './cues.ts';

/** Alternatives of which each match has one; undefined if none is known. */
type Needs = readonly string[] | undefined;

const CLASS = String.raw`\[(?:\\.|[^\]\\])*\]`;
const NEXT = String.raw`\(\?[=!](?:${CLASS}|\\.|[\p{L}\p{N} -])\)`;
const ESCAPE = String.raw`\\(?:p\{[^}]*\}|u[\dA-F]{4}|k<\w+>|.)`;
/** What opens a group; or a part, and how often it may be there. */
const TOKEN = new RegExp(
  String.raw`(?!${NEXT})(\((?:\?(?:<?[=!]|:|<\w+>))?)|(${NEXT}|<[a-zA-Z ]+>|${CLASS}|${ESCAPE}|.)([?*+]|\{\d+,?\d*\})?\??`,
  'gsu',
);
const OPTIONAL = /^(?:[?*]|\{0)/;
/** One character of few, or what the next one must be. */
const ONE = new RegExp(
  String.raw`^(?:[^\\[(<.^$ |)]|\\d|\\u[\dA-F]{4}|\\[^\p{L}]|\[(?:[^\p{L}\\^ ]|\\u[\dA-F]{4}|\\[^\p{L}])+\]|${NEXT})$`,
  'u',
);

/** About how many texts have one of them: a letter alone is in most, a mark in few. */
const frequency = (needs: readonly string[]): number => needs.reduce((sum, one) => sum + shareOf(one), 0);
const shareOf = (one: string): number =>
  /^\p{L}$/u.test(one)
    ? 1
    : (one.match(TOKEN) ?? []).reduce(
        (share, token) =>
          share * (/^(?:\\d|\[[\d-]+\])$/.test(token) ? 0.5 : token.startsWith('(') ? 1 : 0.2),
        1,
      );

/** What a text must have somewhere, for an expression with references to match: what fewest texts have. */
function needsOf(source: string, scope: Scope): Needs {
  const tokens = [...source.matchAll(TOKEN)];
  let at = 0;
  const alternatives = (): Needs => {
    let all: Needs = [];
    for (;;) {
      const own = sequence();
      all = all && own && [...all, ...own];
      const [, , end, quantifier = ''] = tokens[at++] ?? [];
      if (end !== '|') return OPTIONAL.test(quantifier) ? undefined : all;
    }
  };
  const sequence = (): Needs => {
    const found: Needs[] = [];
    let run = '';
    const closeRun = () => {
      if (run !== '') found.push([run]);
      run = '';
    };
    while (at < tokens.length) {
      const [, open, part = '', quantifier = ''] = tokens[at] ?? [];
      if (part === '|' || part === ')') break;
      at += 1;
      if (!OPTIONAL.test(quantifier) && ONE.test(part) && (run !== '' || !part.startsWith('('))) {
        run += part;
        if (quantifier !== '') closeRun();
        continue;
      }
      closeRun();
      const own = open ? alternatives() : neededFor(part + quantifier, scope);
      if (!open?.endsWith('!')) found.push(own);
    }
    closeRun();
    return found.flatMap((own) => (own ? [own] : [])).toSorted((a, b) => frequency(a) - frequency(b))[0];
  };
  return alternatives();
}

/** What a reference needs; of places, which have many rows, little is needed. */
function neededFor(part: string, scope: Scope): Needs {
  if (part === NEVER) return [];
  return /^<(?!at )[^>]+>(?![?*]|\{0)/.test(part)
    ? shared('needs', part, scope, (source) => ({ own: needsOf(source, scope) })).own
    : undefined;
}

/** No letters and numbers but those of `PLAIN`. */
const PLAIN_TEXT = /^[\0-\xFF\u2000-\u206F€\uE000-\uF8FF]*$/;
const PLAIN = { L: 'A-Za-zªµºÀ-ÖØ-öø-ÿ', N: '0-9²³¹¼-¾' } as const;

/** What matches the same in a plain text, and compiles in a third of the time: `\p{L}` is hundreds of ranges. */
const plainSource = (source: string): string =>
  source.replaceAll(/\[(?:\\.|[^\]\\])*\]|\\p\{[LN]\}/g, (part) => {
    const own = part.replaceAll(/\\p\{([LN])\}/g, (_, name: 'L' | 'N') => PLAIN[name]);
    return part.startsWith('[') ? own : `[${own}]`;
  });

/** All matches of an expression in a text. */
export type Finder = (text: string) => Iterable<RegExpExecArray>;

/**
 * Finds an expression with references, which is compiled for the first text that has what it needs.
 *
 * @param rewritten the expression without references, in another notation
 */
export function finderOf(
  template: string,
  scope: Scope,
  flags: string,
  rewritten = (source: string) => source,
): Finder {
  const needs = needsOf(template, scope);
  const needed = needs && new RegExp([...new Set(needs)].join('|') || NEVER, 'u');
  const compiled: { plain?: RegExp; any?: RegExp } = {};
  return (text) => {
    if (needed?.test(text) === false) return [];
    const kind = PLAIN_TEXT.test(text) ? 'plain' : 'any';
    const source = () => rewritten(expanded(template, scope));
    compiled[kind] ??= new RegExp(kind === 'plain' ? plainSource(source()) : source(), flags);
    return text.matchAll(compiled[kind]);
  };
}
