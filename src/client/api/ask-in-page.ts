import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';

/** @returns a part of a result, with `audio_to_llm` */
export type AskAbout = (
  question: string,
  utterances: readonly Utterance[],
  signal?: AbortSignal,
) => Promise<object>;

let own: AskAbout | null = null;

/** Has this page answer by itself. Called by pages that may be the host. */
export function askAboutHere(ask: AskAbout): void {
  own = ask;
}

/** Answers a question from what was said so far, with what is installed. Nothing is stored. */
export const askAbout: AskAbout = async (...given) => {
  if (own) return own(...given);
  throw new AppError('internal', msg`This page cannot answer questions.`);
};
