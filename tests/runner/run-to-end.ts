/**
 * Runs a program of the command line to its end: shows the error that it fails with, and leaves with its exit code (1
 * after an error) even where it left something open, such as a server, that would keep the process alive.
 */
export async function runToEnd(main: () => Promise<number>): Promise<never> {
  let exitCode = 1;
  try {
    exitCode = await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  process.exit(exitCode);
}
