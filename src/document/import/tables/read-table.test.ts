import { expect, it } from 'vitest';
import { shownImport } from '../../../../tests/fakes/shown-import.ts';

const passages = (name: string, content: string): string[] => shownImport(name, content).passages;

it.each([
  [
    '0.500000\t1.200000\tHello, my, dear, friend\n1.500000\t2.500000\tyes; no; well; on | a | b\n',
    ['0.5-1.2 "Hello, my, dear, friend"', '1.5-2.5 "yes; no; well; on | a | b"'],
  ],
  ['0,5;1,2;one, two, three, four\n1,5;2,5;five\n', ['0.5-1.2 "one, two, three, four"', '1.5-2.5 "five"']],
  ['start,end,text\n1,2,a; b; c; d\n3,4,"e; f"\n', ['1-2 "a; b; c; d"', '3-4 "e; f"']],
  ['start;end;text\n1;2;"a, b\nc, d, e"\n', ['1-2 "a, b c, d, e"']],
])('a table is cut at the sign that all its rows have: %j', (content, expected) => {
  expect(passages('labels.csv', content)).toEqual(expected);
});

it.each([
  ['"Hello" he said', 'Next'],
  ['"Hello"', '"Next'],
  ['start of text', 'end'],
])('labels of Audacity are no names of columns, and keep their quotes: %j, %j', (first, second) => {
  const content = `0.500000\t1.200000\t${first}\n1.500000\t2.500000\t${second}\n3.000000\t4.000000\t"last"\n`;
  expect(passages('labels.txt', content)).toEqual([
    `0.5-1.2 "${first}"`,
    `1.5-2.5 "${second}"`,
    '3-4 ""last""',
  ]);
});

it.each([
  'Start;Ende;Sprecher;Äußerung',
  'Start;Ende;Sprecher;Gesprochenes Wort',
  'Début;Fin;Locuteur;Énoncé',
  'Inicio;Fin;Hablante;Transcripción',
  'Inizio;Fine;Relatore;Trascrizione',
  'From;To;Who;What',
  'start;end;speaker;zzzz',
  'Start;End;spk;text',
  'Start;End;Talker;text',
])('the column with most text is the text, whatever it is called: %s', (names) => {
  const rows = ['0:01;0:02;Anna Maria Kowalska;Ja gut', '0:03;0:04;Ben;Und?', '0:05;0:06;Ben;Nein'];
  expect(passages('a.csv', [names, ...rows].join('\n'))).toEqual([
    '1-2 [Anna Maria Kowalska] "Ja gut"',
    '3-4 [Ben] "Und?"',
    '5-6 [Ben] "Nein"',
  ]);
});

it.each([
  ['Hablante;Transcripción\nAnna;Sí.', 'null-null [Anna] "Sí."'],
  ['Locuteur;Ztxt\nAnna;Oui.', 'null-null [Anna] "Oui."'],
  ['Nr;Start;Ende;Paroles\n1;0:01;0:02;Oui.', '1-2 "Oui."'],
  ['Klok;Uitspraak\n0:01;Ja.', '1-null "Ja."'],
])('so it is without times or names of speakers: %j', (content, expected) => {
  expect(passages('a.csv', content)).toEqual([expected]);
});

it.each([
  [
    'Name\tStart\tDuration\tType\tDescription\nIntro\t0:01\t0:01\tCue\t\nHello you\t0:03\t0:01\tCue\t\n',
    ['1-2 "Intro"', '3-4 "Hello you"'],
  ],
  [
    '#,Name,Start,End,Color\nR1,Intro,0:01,0:02,FF0000\nR2,Hello you,0:03,0:04,00FFAA\n',
    ['1-2 "Intro"', '3-4 "Hello you"'],
  ],
  [
    'Begin,End,Interviewer,Participant\n0:01,0:02,Hi there,\n0:03,0:04,,Yes.\n',
    ['1-2 [Interviewer] "Hi there"', '3-4 [Participant] "Yes."'],
  ],
])('names of markers and columns of people stay the text: %j', (content, expected) => {
  expect(passages('a.tsv', content)).toEqual(expected);
});

it.each([
  ['Zeit;Wer;Was', ['1-null [Maja] "Hallo."', '4-null [Ole] "Tach."']],
  ['temps_debut;nom;réplique', ['1-null [Maja] "Hallo."', '4-null [Ole] "Tach."']],
  ['Hora de inicio;Participante;Intervención', ['1-null [Maja] "Hallo."', '4-null [Ole] "Tach."']],
  ['Inizio;Partecipante;Intervento', ['1-null [Maja] "Hallo."', '4-null [Ole] "Tach."']],
  ['Begintijd;Naam;Tekst', ['1-null [Maja] "Hallo."', '4-null [Ole] "Tach."']],
  ['Hora;Nome;Fala', ['1-null [Maja] "Hallo."', '4-null [Ole] "Tach."']],
])('columns called %s', (head, expected) => {
  expect(passages('a.csv', `${head}\n0:01;Maja;Hallo.\n0:04;Ole;Tach.\n`)).toEqual(expected);
});

it('a column that counts words names nobody', () => {
  const content = 'Début;Nombre de mots;Texte\n0:01;1;Bonjour.\n0:03;2;Ça va ?\n';
  expect(passages('a.csv', content)).toEqual(['1-null "Bonjour."', '3-null "Ça va ?"']);
});

it('rows without a time go on', () => {
  const content = 'time,speaker,text\n0:01,Ada,Hello.\n,,How are you?\n0:04,Ben,Fine.\n,Ada,Good.\n';
  expect(shownImport('a.csv', content)).toEqual({
    passages: [
      '1-null [Ada] "Hello."',
      '1-null [Ada] "How are you?"',
      '4-null [Ben] "Fine."',
      '4-null [Ada] "Good."',
    ],
    notes: [],
  });
});

it('times of a day with two halves', () => {
  const content = 'Time,Speaker,Text\n11:59:58 AM,Ada,Hi.\n12:00:04 PM,Ben,Ho.\n1:05 p.m.,Ada,So.\n';
  expect(passages('a.csv', content)).toEqual([
    '43198-null [Ada] "Hi."',
    '43204-null [Ben] "Ho."',
    '47100-null [Ada] "So."',
  ]);
});
