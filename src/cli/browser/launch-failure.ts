import { variableOf } from './find-browser.ts';

/** What Chromium says of a profile that another one has open. */
const IN_USE = /ProcessSingleton|existing browser session|profile.*in use/i;

/** The first line that the browser itself wrote, such as the name of a library that it lacks. */
const OWN_LINE = /\[err\] (.+)/;

/** Why a browser did not start, in one sentence in place of the driver's log. */
export function launchFailure(error: unknown, executable: string, profile: string | undefined): Error {
  const log = error instanceof Error ? error.message : String(error);
  if (IN_USE.test(log))
    return new Error(`The profile ${profile} is in use by another gateway or browser.`, { cause: error });
  const said = OWN_LINE.exec(log)?.[1];
  const reason = said === undefined ? '' : ` (${said.trim()})`;
  const remedy = `set ${variableOf('chromium')} to a Chromium that does`;
  return new Error(`The browser ${executable} does not start${reason}: ${remedy}.`, { cause: error });
}
