/** Where the service worker keeps files that another app shared, until a page takes them. */
export const SHARED_FILES = 'shared-files';

interface LaunchParams {
  readonly files?: readonly { getFile(): Promise<File> }[];
}

interface LaunchQueue {
  setConsumer(consume: (params: LaunchParams) => void): void;
}

/** Files that the system opened this app with, or that another app shared with it: `take` gets them as they come. */
export function takeLaunchedFiles(take: (files: File[]) => void): void {
  const queue: unknown = Reflect.get(globalThis, 'launchQueue');
  if (isLaunchQueue(queue)) {
    queue.setConsumer(({ files = [] }) => {
      void Promise.all(files.map((handle) => handle.getFile())).then((all) => all.length > 0 && take(all));
    });
  }
  takeShared().then((files) => files.length > 0 && take(files), console.warn);
}

const isLaunchQueue = (value: unknown): value is LaunchQueue =>
  typeof value === 'object' && value !== null && 'setConsumer' in value;

async function takeShared(): Promise<File[]> {
  if (!globalThis.caches || !(await caches.has(SHARED_FILES))) return [];
  const kept = await caches.open(SHARED_FILES);
  const files: File[] = [];
  for (const request of await kept.keys()) {
    const response = await kept.match(request);
    if (!response) continue;
    const name = decodeURIComponent(new URL(request.url).pathname.split('/').at(-1) ?? 'recording');
    files.push(new File([await response.blob()], name, { type: response.headers.get('content-type') ?? '' }));
  }
  await caches.delete(SHARED_FILES);
  return files;
}
