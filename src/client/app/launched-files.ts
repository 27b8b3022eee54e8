interface LaunchParams {
  readonly files?: readonly { getFile(): Promise<File> }[];
}

interface LaunchQueue {
  setConsumer(consume: (params: LaunchParams) => void): void;
}

/** Files that the system opened this app with: `take` gets them as they come. */
export function takeLaunchedFiles(take: (files: File[]) => void): void {
  const queue: unknown = Reflect.get(globalThis, 'launchQueue');
  if (!isLaunchQueue(queue)) return;
  queue.setConsumer(({ files = [] }) => {
    Promise.all(files.map((handle) => handle.getFile())).then(
      (all) => all.length > 0 && take(all),
      console.warn,
    );
  });
}

const isLaunchQueue = (value: unknown): value is LaunchQueue =>
  typeof value === 'object' && value !== null && 'setConsumer' in value;
