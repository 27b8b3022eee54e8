import { inEnglish } from '../../src/lib/errors/msg.ts';
import { messageData } from '../../src/lib/errors/stored-failure.ts';

/** The same value with each message in it as its English text. */
export const inEnglishOf = <Value extends object>(value: Value) =>
  Object.fromEntries(
    Object.entries(value).map(([key, own]) => {
      const message = messageData.safeParse(own);
      return [key, message.success ? inEnglish(message.data) : own];
    }),
  );
