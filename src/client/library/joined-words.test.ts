import { describe, expect, it } from 'vitest';
import { InvertedIndex } from './inverted-index.ts';
import { joinedWords, withBorders } from './joined-words.ts';

/** Whether a query finds a text, whole words alone. */
function isFound(query: string, text: string): boolean {
  const index = new InvertedIndex();
  index.set('one', { name: '', labels: '', notes: '', text });
  return index.search(query, { isPrefix: () => false, mistakes: () => 0 }).found.length > 0;
}

describe('words that are written in several ways', () => {
  it.each([
    ['wifi', 'the Wi-Fi is slow'],
    ['wi-fi', 'the wifi is slow'],
    ['wi fi', 'the WiFi is slow'],
    ['email', 'an e-mail came'],
    ['e-mail', 'an email came'],
    ['usa', 'in the U.S.A. today'],
    ['U.S.A.', 'in the USA today'],
    ['zb', 'das ist z.B. so'],
    ['dont', 'I don’t know'],
    ["don't", 'i dont know'],
    ['theyre', "they're late"],
    ['aujourdhui', 'c’est aujourd’hui'],
    ['10.30', 'at 10:30 sharp'],
    ['10:30', 'um 10.30 Uhr'],
    ['1,5', 'about 1.5 litres'],
    ['1.5', 'etwa 1,5 Liter'],
    ['1000', 'it was 1,000 then'],
    ['1.000', 'it was 1 000 then'],
    ['1 000', 'it was 1000 then'],
    ['covid 19', 'covid19 was here'],
    ['covid19', 'COVID-19 was here'],
    ['0171 234567', 'call 0171234567 now'],
    ['0171234567', 'call 0171-234567 now'],
    ['0171-234567', 'call 0171 234567 now'],
    ['0171/234567', 'call 0171-234567 now'],
    ['followup', 'a follow-up came'],
    ['follow up', 'a followup came'],
    ['tshirt', 'a T-shirt, a shirt'],
    ['tshirt', 'a t shirt'],
    ['t shirt', 'a tshirt'],
    ['brien', 'it was O’Brien'],
    ['obrien', "it was O'Brien"],
    ["o'brien", 'it was obrien'],
  ])('%s finds "%s"', (query, text) => expect(isFound(query, text)).toBe(true));

  it.each([
    ['well', "we'll see"],
    ['its', "it's late"],
    ['were', "we're late"],
    ['15', 'about 1.5 litres'],
    ['1030', 'at 10:30'],
    ['apart', 'a part of it'],
    ['a part', 'they live apart'],
    ['ete', "l'hiver"],
    ['wifi', 'a wife fidgets'],
  ])('%s does not find "%s"', (query, text) => expect(isFound(query, text)).toBe(false));
});

it('takes no long time for a text without spaces', () => {
  const begun = performance.now();
  for (const sign of ['字', 'n', '1', '1-', 'a.']) Array.from(joinedWords(sign.repeat(50_000)));
  expect(performance.now() - begun).toBeLessThan(2000);
});

it('parts letters and digits', () => {
  expect(withBorders('covid19 b12c')).toBe('covid 19 b 12 c');
  expect(withBorders('covid 19')).toBeNull();
});
