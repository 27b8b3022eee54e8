/** Where the service worker's messages arrive; none in frames without one: sandboxed ones are not even allowed to ask. */
function messages(): ServiceWorkerContainer | undefined {
  try {
    return globalThis.navigator?.serviceWorker;
  } catch {
    return undefined;
  }
}

/** Calls `lend` with each message of this type from the service worker, and the port that came with it. */
export function lendToServiceWorker(
  type: string,
  lend: (port: MessagePort, data: { lock: string; kind: string }) => void,
  signal: AbortSignal,
): void {
  const workers = messages();
  workers?.addEventListener(
    'message',
    ({ data, ports: [port] }) => {
      if (data?.type === type && port) lend(port, data);
    },
    { signal },
  );
  workers?.startMessages();
}
