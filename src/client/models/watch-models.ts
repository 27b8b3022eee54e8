import { onChannelMessage } from '../../contract/realms/channel.ts';

/** Reports when models come or go, and the bytes so far of one that the app fetches by itself, in any tab. */
export type WatchModels = (
  changed: () => void,
  signal: AbortSignal,
  onFetched?: (id: string, receivedBytes: number, totalBytes: number) => void,
) => void;

export const watchModels: WatchModels = (changed, signal, onFetched) =>
  onChannelMessage((message) => {
    if (message.type === 'models-changed') changed();
    if (message.type === 'model-progress') onFetched?.(message.id, message.received, message.total);
  }, signal);
