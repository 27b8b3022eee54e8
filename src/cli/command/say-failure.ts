import { UsageError } from './usage-error.ts';

/** Before what a page or a browser said, in errors of what drives it; behind it come traces and logs. */
const DRIVER = /^(?:page|browserType|elementHandle|jsHandle|browserContext)\.\w+: (?:\w*Error: )?/;

const ENDED = /Target page, context or browser has been closed|Target crashed/;

/** What a command could not do, in one sentence for the person who typed it. Texts of its own errors remain as they are. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', path, dest }: NodeJS.ErrnoException & { dest?: string } = error;
  if (code.startsWith('ERR_PARSE_ARGS')) return `${firstOf(error.message)}; --help shows how it is used.`;
  if (DRIVER.test(error.message)) return ofDriver(error.message);
  const place = dest ?? path;
  if (place === undefined) return error.message;
  return SYSTEM[code]?.(place.replace(/(?<=.)[/\\]$/, '')) ?? error.message;
}

const SYSTEM: Readonly<Record<string, (place: string) => string>> = {
  ENOENT: (place) => `${place} does not exist.`,
  ENOTDIR: (place) => `${place} is not a folder.`,
  EEXIST: (place) => `${place} is not a folder.`,
  EISDIR: (place) => `${place} is a folder, not a file.`,
  EACCES: (place) => `This user has no permission for ${place}.`,
  EPERM: (place) => `This user has no permission for ${place}.`,
  EROFS: (place) => `${place} lies on a disk that cannot be written.`,
  ENOSPC: (place) => `There is no space left on the disk for ${place}.`,
  EDQUOT: (place) => `There is no space left on the disk for ${place}.`,
};

const firstOf = (message: string): string => message.split(/\. |\n/)[0] ?? message;

function ofDriver(message: string): string {
  if (ENDED.test(message)) return 'The browser has ended.';
  const [said = ''] = message.replace(DRIVER, '').split('\n');
  return /[.!?]$/.test(said) ? said : `${said}.`;
}

/** Says on standard error what a command could not do. Its exit code is 1, or 2 where its line cannot be understood. */
export function sayFailure(error: unknown): void {
  console.error(sentenceOf(error));
  const isParsing =
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  process.exitCode = isParsing || error instanceof UsageError ? 2 : 1;
}

/** Ends the process with the exit code of a command, whatever still holds it. */
export function exitAfter(command: Promise<unknown>): void {
  command.then(
    (code) => process.exit(typeof code === 'number' ? code : undefined),
    (error: unknown) => {
      sayFailure(error);
      process.exit();
    },
  );
}
