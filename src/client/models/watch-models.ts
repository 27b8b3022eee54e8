import { listen } from '../../contract/realms/channel.ts';
import type { ModelsClient } from './model-library.ts';

/** Follows models and what the app fetches of them by itself, in any tab. */
export const watchModels: ModelsClient['watch'] = (changed, signal, onFetched) =>
  listen((message) => {
    if (message.type === 'models-changed') changed();
    if (message.type === 'model-progress') onFetched?.(message.id, message.received, message.total);
  }, signal);
