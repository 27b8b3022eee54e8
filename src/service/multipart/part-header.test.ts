import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { parsePartHeader } from './part-header.ts';

const parse = (header: string) => parsePartHeader(new TextEncoder().encode(header));
const filenameOf = (parameters: string) =>
  parse(`Content-Disposition: form-data; name="audio"; ${parameters}`).filename;

describe('the header of a part', () => {
  const filenames: [string, string, string][] = caseRows(import.meta.url, 'filenames');
  it.each(filenames)('reads a filename %s', (_, parameters, filename) => {
    expect(filenameOf(parameters)).toBe(filename);
  });

  it('reads a filename in Latin-1 when it is not UTF-8', () => {
    const bytes = Uint8Array.from(
      'Content-Disposition: form-data; name="audio"; filename="Ger\xe4t.wav"',
      (c) => c.charCodeAt(0),
    );
    expect(parsePartHeader(bytes).filename).toBe('Gerät.wav');
  });

  it('finds Content-Disposition in any case and position', () => {
    expect(
      parse('Content-Type: audio/wav\r\ncontent-disposition:form-data; name=audio; filename=a.wav'),
    ).toEqual({
      name: 'audio',
      filename: 'a.wav',
    });
  });

  it('has no filename if the part is a plain field, or not part of a form', () => {
    expect(parse('Content-Disposition: form-data; name="audio"')).toEqual({ name: 'audio', filename: null });
    expect(parse('Content-Disposition: attachment; name="audio"; filename="a"')).toEqual({
      name: null,
      filename: null,
    });
    expect(parse('Content-Type: audio/wav')).toEqual({ name: null, filename: null });
  });
});
