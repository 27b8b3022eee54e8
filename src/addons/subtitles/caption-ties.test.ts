import { expect, it } from 'vitest';
import { spokenUtterance } from '../../../tests/fakes/spoken-utterance.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { captionRules } from './caption-rules.ts';
import { makeCues } from './make-cues.ts';
import { subtitlesConfig } from './schema.ts';

function rowsOf(text: string, language: Utterance['language'], columns: number): string[] {
  const rules = captionRules(subtitlesConfig.parse({ maximum_characters_per_row: columns }));
  return makeCues([spokenUtterance(text, { language })], rules).flatMap(({ rows }) => rows);
}

/** What the rows part though "~" is between it. */
function parted(marked: string, language: Utterance['language'], columns: number): string[] {
  const ties = new Set<number>();
  const words = marked.split(/[ ~]/u);
  [...marked.matchAll(/[ ~]/gu)].forEach(([space], index) => {
    if (space === '~') ties.add(index + 1);
  });
  let at = 0;
  return rowsOf(marked.replaceAll('~', ' '), language, columns).flatMap((row) => {
    at += row.split(' ').length;
    return ties.has(at) ? [`${words[at - 1]} / ${words[at]}`] : [];
  });
}

it.each([
  // Streets and their numbers.
  [
    'de',
    'Die neue Praxis liegt in der Friedrich-Ebert-Straße~25 im zweiten Stock gleich neben der alten Apotheke.',
  ],
  [
    'de',
    'Wir wohnen seit drei Jahren in der Karl-Marx-Allee~112 und davor wohnten wir am Otto-Braun-Platz~3 in Dresden.',
  ],
  [
    'es',
    'Vivimos en la calle~Mayor~25 y dos años~después nos mudamos a la avenida de América~112 con los niños.',
  ],
  [
    'it',
    'Abbiamo visto la signora ieri~sera in via Garibaldi~25 e ci ha raccontato tutto della sua nuova casa.',
  ],
  [
    'nl',
    'Hij heeft gisteren~avond gebeld over het huis in de Prins~Hendrikkade~25 en komt volgende~week terug met zijn vrouw.',
  ],
  // Names.
  ['es', 'Mi madre fue ayer a la oficina de la Seguridad~Social para preguntar por la pensión de mi padre.'],
  [
    'pt',
    'Falei ontem à noite com a senhora da Segurança~Social sobre os 10~000~euros que pagámos na semana~passada.',
  ],
  [
    'en',
    'He was born in Den~Haag and his name is Vincent van~der~Berg but everybody here calls him Vin for short.',
  ],
  [
    'en',
    'Take five~milligrams of Vitamin~D twice a day with some food and come back to see me next~week at 9~a.m. sharp.',
  ],
  // Time.
  [
    'de',
    'Können Sie bitte heute~Abend noch einmal anrufen oder morgen~früh um 8~Uhr vorbeikommen, wenn es passt.',
  ],
  [
    'de',
    'Der Patient hatte gestern~Nachmittag 38,5~°C Fieber und nahm danach 500~mg Paracetamol mit etwas Wasser.',
  ],
  [
    'fr',
    "Je vous ai appelé hier~soir mais vous n'étiez pas là et je suis revenu demain~matin vers 9~heures.",
  ],
  [
    'it',
    'Il medico mi ha detto che il giorno~dopo potevo tornare al lavoro senza nessun problema di salute.',
  ],
  [
    'es',
    'La reunión de la semana~pasada duró casi tres~horas y nos costó más de 10~000~euros en total según ellos.',
  ],
  [
    'nl',
    'Twee jaar~geleden betaalden wij 10~000~euro voor de nieuwe keuken en dat was een jaar~later alweer kapot.',
  ],
  [
    'en',
    'She said that she moved to 25~Main~Street about three~years~ago and started working for the Bank of~America a year~later.',
  ],
  // Numbers.
  [
    'fr',
    'Il habite au 25~rue Victor~Hugo à Paris et il a payé environ 10~000~euros pour les travaux de la cuisine.',
  ],
  [
    'en',
    'My phone number is 06~12~34~56~78 and my room is on this floor next to the lift in building C if you come.',
  ],
  [
    'es',
    'Tiene que tomar 500~mg cada ocho~horas y volver el lunes~próximo a las 5~y~media con los análisis.',
  ],
  ['ko', '그는 어제 시장에서 사과 5~킬로그램과 우유 3.5~리터를 사고 모두 120~원을 냈습니다.'],
] as const)('stays together: %s %s', (language, text) => {
  for (const columns of [28, 32, 37, 42]) expect(parted(text, language, columns), `${columns}`).toEqual([]);
});

it('lets a row end behind a number that has its noun, or stands alone', () => {
  expect(rowsOf('Turn to page 48 and do exercise 6.', 'en', 32)[0]).toBe('Turn to page 48');
  expect(rowsOf('My flight number is 2475 and I land at 18:40.', 'en', 32)[0]).toBe(
    'My flight number is 2475',
  );
});

it.each([
  ['en', 'We went home - it was late - and then it rained - a lot, for 5 - 7 days or 10 – 12 of them.'],
  ['fr', "C'était bien – très bien même – mais un peu long – et cela pendant 2 – 3 heures au moins."],
] as const)('keeps a dash with what stands before, and a range whole: %s', (language, text) => {
  for (let columns = 20; columns <= 42; columns++) {
    for (const row of rowsOf(text, language, columns)) {
      expect(row, `${columns}`).not.toMatch(/^[-–]|\d [-–]$/u);
    }
  }
});

it('begins a row with the dash of a new speaker', () => {
  const rows = [20, 28, 32, 42].flatMap((columns) =>
    rowsOf('That was a lot of rain. - Did it stop at all? - Yes, it did after a while.', 'en', columns),
  );
  expect(rows.filter((row) => row.endsWith('-'))).toEqual([]);
});
