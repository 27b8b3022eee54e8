import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';

/** A transducer's vocabulary. */
export interface TokenTable {
  /** Text of each token by id, with a space instead of SentencePiece's `▁`; empty for tokens without text. */
  pieces: readonly string[];
  blank: number;
}

const BLANK_NAMES = new Set(['<blk>', '<blank>', '<eps>']);

/**
 * Parses `tokens.txt` or `vocab.txt`: a token, a space and its id on every line. The blank is the token named so.
 * Tokens in angle brackets (`<unk>`, `<|en|>`) have no text.
 *
 * @throws AppError `model_missing` if the file is not such a table
 */
export function parseTokenTable(text: string): TokenTable {
  const pieces: string[] = [];
  let blank: number | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (line === '') continue;
    const space = line.lastIndexOf(' ');
    const token = line.slice(0, space);
    const id = Number(line.slice(space + 1));
    if (space < 0 || !Number.isInteger(id) || id < 0) throw notATable();
    if (BLANK_NAMES.has(token)) blank = id;
    pieces[id] = /^<.+>$/.test(token) ? '' : token.replaceAll('▁', ' ');
  }
  if (blank === undefined) throw notATable();
  return { pieces: Array.from(pieces, (piece) => piece ?? ''), blank };
}

const notATable = () =>
  new AppError('model_missing', msg`The model's token table cannot be read: the file may be damaged.`, {
    remedy: msg`Delete the model and install it again.`,
  });
