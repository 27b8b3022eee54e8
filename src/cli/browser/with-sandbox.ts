/** What Chromium says where the system gives it no sandbox; crashes of other kinds are no reason to go without. */
const NO_SANDBOX = /no usable sandbox|zygote_host_impl_linux|namespace sandbox|setuid sandbox/i;

interface Surroundings {
  isRoot?: boolean;
  say?: (line: string) => void;
}

/** In its sandbox, which keeps what takes over its processes from the machine; without one, with a warning and its reason. */
export async function withSandbox<Launched>(
  launch: (chromiumSandbox: boolean) => Promise<Launched>,
  { isRoot = process.getuid?.() === 0, say = (line) => console.error(line) }: Surroundings = {},
): Promise<Launched> {
  const without = (reason: string, remedy: string) => {
    say(`The browser runs without its sandbox, because ${reason}: ${remedy}.`);
    return launch(false);
  };
  // Chromium ends at once.
  if (isRoot) return without('this process is root', 'run it as another user');
  try {
    return await launch(true);
  } catch (error) {
    if (!(error instanceof Error) || !NO_SANDBOX.test(error.message)) throw error;
    return without('this system lets it make no user namespaces', 'allow them');
  }
}
