import { watchForUpdate } from '../../client/app/app-update.ts';
import { refusedFiles, takeLoadedPast } from '../../client/app/code-check.ts';

/** The part of the app's state that shows it. */
interface ShownCode {
  problem: string | null;
  applyUpdate: (() => void) | null;
}

/** Reports what happened to the app's code since the last start, and offers new versions until the signal aborts. */
export async function watchCode(app: ShownCode, signal: AbortSignal): Promise<void> {
  const past = takeLoadedPast();
  if ((await refusedFiles()).length > 0)
    app.problem ??=
      'This site sent files that are not those of its list. They were refused, and this version goes on. The settings name them.';
  else if (past)
    app.problem ??= `The page was loaded past its service worker (${past.toLocaleString()}). Code that runs so is not compared with the list of files.`;
  await watchForUpdate((apply) => {
    app.applyUpdate = apply;
  }, signal);
}
