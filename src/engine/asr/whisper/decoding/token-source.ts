import type { DecodingOptions } from './read-prefix.ts';

/** A token with natural logarithms that its probability is computed of. */
export interface ChosenToken {
  token: number;
  score: number;
  /** Log-sum of all text tokens that are allowed. */
  text: number;
  /** Log-sum of all allowed tokens; not finite if the model gave no numbers. */
  total: number;
  /** Added to the score where a text is compared with others, so that a term is not worth less than what it replaces; 0 if absent. */
  bonus?: number;
}

/** Chooses the tokens of one text. */
export interface TokenSource {
  /** @param said text and timestamp tokens so far */
  next(said: readonly number[]): Promise<ChosenToken>;
  /** Reads the token that was chosen. @returns its cross attention, `heads` × `frames`, if it is collected on the way */
  read(token: number): Promise<Float32Array | null>;
  /** Cross attention of the last prefix token and of each token, if it was kept meanwhile; null otherwise. */
  attention(tokens: number): Promise<Float32Array[] | null>;
  /** Releases what was read behind the prefix. */
  end(): void;
}

export interface SourceOptions extends DecodingOptions {
  /** Most tokens. */
  room: number;
}
