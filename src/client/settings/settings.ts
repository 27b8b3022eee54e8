import { onChannelMessage } from '../../contract/realms/channel.ts';
import type { Limits, Settings } from '../../storage/database/records.ts';

// Loaded when they are first asked for: the page is drawn before that.
const store = () => import('../../storage/settings/settings-store.ts');

/** Settings that users can change; excludes the key. */
export type UserSettings = Omit<Settings, 'app_key'>;

/** User-defined limits; null means limited only by the device (specification §8). */
export type UserLimits = Limits;

function withoutKey({ app_key: _, ...rest }: Settings): UserSettings {
  return rest;
}

export async function getSettings(): Promise<UserSettings> {
  return withoutKey(await (await store()).getSettings());
}

/** Changes some settings, notifies all tabs and returns all settings. */
export async function updateSettings(change: Partial<UserSettings>): Promise<UserSettings> {
  return withoutKey(await (await store()).updateSettings(() => change));
}

/** Calls `changed` whenever any realm changes a setting, until the signal aborts. */
export function watchSettings(changed: () => void, signal: AbortSignal): void {
  onChannelMessage((message) => {
    if (message.type === 'settings-changed') changed();
  }, signal);
}
