import { AppError } from '../lib/errors/errors.ts';
import type { Message } from '../lib/errors/msg.ts';
import { msg } from '../lib/errors/msg.ts';
import {
  allowEmbedder,
  forgetEmbedder,
  getEmbedder,
  refuseEmbedder,
} from '../storage/settings/embedder-store.ts';
import { findKey } from '../storage/settings/key-store.ts';
import { meansOrigin, type OperatorList } from './operator-list.ts';

/** The user's answer; `later` decides nothing. */
export type Answer = 'allow' | 'refuse' | 'later';

export interface Gate {
  /** Origin of this app. */
  ownOrigin: string | null;
  operator: () => Promise<OperatorList | null>;
  ask: (origin: string) => Promise<Answer>;
}

/** By the operator's list or the user, now or before. Returns the secret of the origin's own key; throws AppError 401. */
export async function admit(origin: string, { ownOrigin, operator, ask }: Gate): Promise<string> {
  if (origin === 'null') {
    throw refusal(
      msg`A page without an origin, such as a local file or a sandboxed frame, cannot be identified. Serve it from an http(s) address.`,
    );
  }
  const list = await operator().catch((cause: unknown) => {
    throw refusal(
      msg`The operator’s list of allowed sites (/embed-origins.json) is invalid, so no site is allowed.`,
      cause,
    );
  });
  const named = origin === ownOrigin || list?.allow.some((entry) => meansOrigin(entry, origin)) === true;
  if (named) return allowEmbedder(origin, 'operator');
  // Permission the operator has withdrawn; offline, the last known list applies.
  if (list && (await getEmbedder(origin))?.by === 'operator') await forgetEmbedder(origin);
  const known = await getEmbedder(origin);
  if (list?.others === 'refuse') {
    throw refusal(msg`The operator of this speech service has not allowed ${origin} to use it.`);
  }
  if (known?.allowed) return known.secret;
  if (known) {
    throw refusal(
      msg`The user does not allow ${origin} to transcribe speech here. \
This can be changed in the speech service’s settings or, for a decision made on another site’s pages, by clearing that site’s data.`,
    );
  }
  const answer = await ask(origin);
  if (answer === 'allow') return allowEmbedder(origin, 'user');
  if (answer === 'refuse') await refuseEmbedder(origin);
  throw refusal(msg`The user did not allow ${origin} to transcribe speech here.`);
}

/** In place of its origin's own. Throws AppError 401 at once, rather than at each request, if it is not valid. */
export async function acceptKey(brought: string): Promise<string> {
  const secret = brought.trim();
  if (await findKey(secret)) return secret;
  throw refusal(
    msg`The key that this page sent is not valid: it is unknown, or was rotated or revoked. Browsers partition \
the storage of embedded frames, so only keys created there are known. Leave out the key and the page is given its own.`,
  );
}

const refusal = (message: Message, cause?: unknown) => new AppError('unauthorized', message, { cause });
