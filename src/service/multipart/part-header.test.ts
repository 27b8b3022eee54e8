import { describe, expect, it } from 'vitest';
import { parsePartHeader } from './part-header.ts';

const parse = (header: string) => parsePartHeader(new TextEncoder().encode(header));
const filenameOf = (parameters: string) =>
  parse(`Content-Disposition: form-data; name="audio"; ${parameters}`).filename;

describe('the header of a part', () => {
  const filenames: [string, string, string][] = [
    ['as it is', 'filename="talk.wav"', 'talk.wav'],
    ['without quotation marks', 'filename=talk.wav', 'talk.wav'],
    ['in UTF-8 (RFC 7578)', 'filename="Gespräch 会話.wav"', 'Gespräch 会話.wav'],
    [
      'in filename* (RFC 8187), before the plain one',
      'filename="x.wav"; filename*=UTF-8\'\'Gespr%C3%A4ch.wav',
      'Gespräch.wav',
    ],
    ['in filename* alone', "filename*=utf-8'de'na%20so.wav", 'na so.wav'],
    ['with the quotation marks of browsers', 'filename="say %22hi%22.wav"', 'say "hi".wav'],
    ['with the quotation marks of older programs', 'filename="say \\"hi\\".wav"', 'say "hi".wav'],
    ['with a semicolon', 'filename="a; b.wav"', 'a; b.wav'],
    ['without a Windows path', 'filename="C:\\Users\\me\\talk.wav"', 'talk.wav'],
    ['without a path', 'filename="../../etc/talk.wav"', 'talk.wav'],
    ['ending in a backslash', 'filename="talk\\"; x=1', 'audio'],
    ['empty', 'filename=""', 'audio'],
    ['of dots', 'filename=".."', 'audio'],
    ['without control characters', 'filename="a%0Ab\tc.wav"', 'abc.wav'],
  ];
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
