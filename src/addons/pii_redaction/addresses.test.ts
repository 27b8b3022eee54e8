import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import { redactUtterances } from './run.ts';

const redacted = (said: string, ...entity_types: PiiEntityType[]): string =>
  redactUtterances([utteranceOf(said, 'en')], { entity_types })
    .utterances.map(({ text }) => text)
    .join('\n');

describe('an e-mail address', () => {
  it.each([
    'anna@firma.ee',
    'maria@empresa.ec',
    'maria@empresa.com.ec',
    'dr.who@clinic.health',
    'a_b_@firma.consulting',
    'anna@xn--mller-kva.de',
    'anna@müller.museum',
  ])('that is written may have any ending: %s', (address) => {
    expect(redacted(`Write to (${address}), or ask ${address}.`)).toBe(
      'Write to ([EMAIL_ADDRESS_1]), or ask [EMAIL_ADDRESS_1].',
    );
  });

  it('that is spoken may end in a country code', () => {
    expect(redacted('Write to anna at firma dot ee.')).toBe('Write to [EMAIL_ADDRESS_1].');
  });

  it.each(['Meet me@home, please.', 'It is 5@2.50 each.', 'So a@b.c is nothing.'])(
    'is not found in every @: %s',
    (said) => {
      expect(redacted(said, 'EMAIL_ADDRESS')).toBe(said);
    },
  );
});

describe('a web address', () => {
  it.each([
    'https://firma.ee/x',
    'www.firma.ma',
    'http://localhost:3000/x',
    'https://intranet/wiki',
    'https://user:secret@firma.ec:8080/a?token=b,c&d=1#e',
    'ftp://files.firma.sg/a.txt',
    'example.org/start?token=abc',
    'firma.sg',
  ])('is found to its end: %s', (address) => {
    expect(redacted(`Is it ${address}, or ${address}?`)).toBe('Is it [URL_1], or [URL_1]?');
  });

  it.each(['So it ends.My friend left.', 'Say www. and no more.', 'It is done.So what?'])(
    'is not found in a full stop without a space: %s',
    (said) => {
      expect(redacted(said, 'URL')).toBe(said);
    },
  );
});
