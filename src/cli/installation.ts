/** Replaced by `true` in the package's scripts (`package/bundle-commands.ts`); not defined where tsx runs the sources. */
declare const EARSHOT_IS_PACKED: boolean;

/** Whether this is the installed package, which has a built app, and neither sources nor tools to build them. */
export const IS_PACKED = typeof EARSHOT_IS_PACKED !== 'undefined';

declare const EARSHOT_VERSION: string;

/** Version of the installed package. */
export const VERSION = IS_PACKED ? EARSHOT_VERSION : 'sources';

/** How a command is typed here, without its arguments: `earshot worker`, or `npm run worker --` in the repository. */
export const typedAs = (command: string): string =>
  IS_PACKED ? `earshot ${command}` : `npm ${command === 'start' ? '' : 'run '}${command} --`;
