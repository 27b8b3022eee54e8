import { AppError } from '../../../lib/errors/errors.ts';
import { type Message, msg, verbatim } from '../../../lib/errors/msg.ts';

/** Where sound comes from: a microphone, or what a tab, a window or the whole computer plays. */
export type SoundSource = 'microphone' | 'screen';

export const noSoundShared = () =>
  new AppError('invalid_request', msg`No sound was shared.`, {
    remedy: msg`Choose a tab or the whole screen, and switch on its sound in the browser’s dialog.`,
  });

export const cannotCapture = () =>
  new AppError('not_implemented', msg`This browser cannot record sound.`, {
    remedy: msg`Record with another program and add the file.`,
  });

/** Why a source could not be opened, for people. */
export function captureFault(error: unknown, source: SoundSource): AppError {
  if (error instanceof AppError) return error;
  const name = error instanceof Error ? error.name : '';
  const { text, remedy } = reasonOf(name, source) ?? {
    text: msg`Recording failed: ${verbatim(error instanceof Error ? error.message : String(error))}`,
    remedy: undefined,
  };
  return new AppError('invalid_request', text, { remedy, cause: error });
}

function reasonOf(name: string, source: SoundSource): { text: Message; remedy: Message } | null {
  if (source === 'screen' && name === 'NotAllowedError')
    return {
      text: msg`Nothing was shared.`,
      remedy: msg`Choose what to record in the browser’s dialog, and allow it in the system’s settings if they refuse it.`,
    };
  switch (name) {
    case 'NotAllowedError':
      return {
        text: msg`Microphone access is blocked.`,
        remedy: msg`Allow it for this site in the address bar or the browser’s settings, then try again.`,
      };
    case 'NotFoundError':
    case 'OverconstrainedError':
      return { text: msg`No microphone found.`, remedy: msg`Connect one and try again.` };
    case 'NotReadableError':
      return {
        text: msg`The microphone is in use by another program or blocked by the system.`,
        remedy: msg`Close the other program and try again.`,
      };
    default:
      return null;
  }
}
