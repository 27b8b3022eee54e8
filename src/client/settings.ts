import { listen } from '../lib/channel.ts';
import type { Limits, Settings } from '../storage/records.ts';
import { getSettings as read, updateSettings as write } from '../storage/settings-store.ts';

/** Settings that a person may change; the key is not among them. */
export type UserSettings = Omit<Settings, 'app_key'>;

/** Bounds that a person sets; null where only the device does (specification §8). */
export type UserLimits = Limits;

function withoutKey({ app_key: _, ...rest }: Settings): UserSettings {
  return rest;
}

export async function getSettings(): Promise<UserSettings> {
  return withoutKey(await read());
}

/** Changes some settings and tells all tabs; gives all of them. */
export async function updateSettings(change: Partial<UserSettings>): Promise<UserSettings> {
  return withoutKey(await write(() => change));
}

/** Calls `changed` whenever any realm changed a setting, until the signal aborts. */
export function watchSettings(changed: () => void, signal: AbortSignal): void {
  listen((message) => {
    if (message.type === 'settings-changed') changed();
  }, signal);
}
