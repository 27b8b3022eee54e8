import { AppError } from '../../../../lib/errors/errors.ts';
import { msg } from '../../../../lib/errors/msg.ts';

/** A transducer's vocabulary. */
export interface TokenTable {
  /** Text of each token by id, with a space instead of SentencePiece's `▁`; empty for tokens without text. */
  pieces: readonly string[];
  blank: number;
  /** Names as the file has them, by id. */
  names?: readonly string[];
}

const BLANK_NAMES = new Set(['<blk>', '<blank>', '<eps>']);

/**
 * Parses `tokens.txt` or `vocab.txt`: a token, a space and its id on every line. The blank is the token named so; -1 where none needs to be.
 * Tokens in angle brackets (`<unk>`, `<|en|>`) have no text.
 *
 * @throws AppError `model_missing` if the file is not such a table
 */
export function parseTokenTable(text: string, needsBlank = true): TokenTable {
  const pieces: string[] = [];
  const names: string[] = [];
  let blank: number | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (line === '') continue;
    const space = line.lastIndexOf(' ');
    const token = line.slice(0, space);
    const id = Number(line.slice(space + 1));
    if (space < 0 || !Number.isInteger(id) || id < 0) throw notATable();
    if (BLANK_NAMES.has(token)) blank = id;
    names[id] = token;
    pieces[id] = /^<.+>$/.test(token) ? '' : token.replaceAll('▁', ' ');
  }
  if ((blank === undefined && needsBlank) || pieces.length === 0) throw notATable();
  const whole = (list: string[]) => Array.from(list, (one) => one ?? '');
  return { pieces: whole(pieces), blank: blank ?? -1, names: whole(names) };
}

const notATable = () =>
  new AppError('model_missing', msg`The model's token table cannot be read: the file may be damaged.`, {
    remedy: msg`Delete the model and install it again.`,
  });
