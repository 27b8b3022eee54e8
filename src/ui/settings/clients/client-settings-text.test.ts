import { describe, expect, it } from 'vitest';
import { readClientSettings } from '../../../contract/clients/client-settings.ts';
import { fromText, toText } from './client-settings-text.ts';

const OWN = 'https://own.example';
const read = (addresses: string, headers: string, models: string) =>
  readClientSettings(fromText({ addresses, headers, models }), OWN);

describe('settings for existing clients as text', () => {
  it('are read line by line, and shown as stored', () => {
    const settings = read(
      ' https://a.example/ \n\n/speech\r\n',
      'X-A-Key\nx-b',
      'solaria-1 = stt-1\nbig=stt-fusion\n',
    );
    expect(settings).toEqual({
      base_addresses: ['https://a.example', `${OWN}/speech`],
      key_headers: ['x-a-key', 'x-b'],
      models: { 'solaria-1': 'stt-1', big: 'stt-fusion' },
    });
    const { addresses, headers, models } = toText(settings);
    expect(models).toBe('solaria-1 = stt-1\nbig = stt-fusion');
    expect(read(addresses, headers, models)).toEqual(settings);
  });

  it('are empty if nothing is entered', () => {
    expect(read('', ' \n ', '')).toEqual({ base_addresses: [], key_headers: [], models: {} });
    expect(toText(read('', '', ''))).toEqual({ addresses: '', headers: '', models: '' });
  });

  it('report a model without a target', () => {
    expect(() => read('', '', 'nova')).toThrow(
      expect.objectContaining({ details: [expect.stringContaining('“nova”')] }),
    );
  });
});
