import type { ClientSettings, WrittenClientSettings } from '../../../contract/clients/client-settings.ts';

/** The client settings as text fields: one entry per line, a model as `name = stt-1`. */
export interface ClientSettingsText {
  addresses: string;
  headers: string;
  models: string;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function toText({ base_addresses, key_headers, models }: ClientSettings): ClientSettingsText {
  return {
    addresses: base_addresses.join('\n'),
    headers: key_headers.join('\n'),
    models: Object.entries(models)
      .map(([alias, name]) => `${alias} = ${name}`)
      .join('\n'),
  };
}

export function fromText({ addresses, headers, models }: ClientSettingsText): WrittenClientSettings {
  return {
    baseAddresses: linesOf(addresses),
    keyHeaders: linesOf(headers),
    models: Object.fromEntries(
      linesOf(models).map((line) => {
        const [alias = '', ...name] = line.split('=');
        return [alias.trim(), name.join('=').trim()];
      }),
    ),
  };
}
