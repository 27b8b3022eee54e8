import { expect, it } from 'vitest';
import { sentencesOf } from './text-sentences.ts';

const sentences = (text: string, language: string) =>
  sentencesOf(text, language).map((sentence) => sentence.trim());

it.each([
  ['en', 'We met _ Adams there.', 'Det. Insp. Adm. Cpl. Pvt. Supt. Fr. Asst. Rt.'],
  ['en', 'It says _ 5 there.', 'min. max. Apt. ext. tel. ca. Art. ft. approx.'],
  ['en', 'We saw _ Vernon there.', 'Mt. Ft. St.'],
  ['de', 'Das kostet _ 5 Euro.', 'max. min. mind. bspw. zzgl. exkl. insg. ca.'],
  ['de', 'Das ist _ Herr Meier.', 'insb. bzgl. lt. gem. ggü. eigtl.'],
  ['de', 'Wir trafen _ Meier dort.', 'Hrn. Mag. Dipl.-Ing. Fa. Dres. Mr. Mrs.'],
  ['de', 'Sie kommt am _ 5 dort an.', 'Mo. Di. Do.'],
  ['de', 'Es waren 5 _ Fahrt hier.', 'Min. Std. Sek. Tsd.'],
  ['de', 'Sie wohnt in _ 5 dort.', 'Goethestr. Haupt-Str. Berlinerstr. Hausnr. Tel.-Nr.'],
  ['de', 'Siehe _ 5 dort.', 'Anm. Bsp.'],
  ['fr', 'Il y a _ 5 pages.', 'min. max. tél. pp. éd.'],
  ['fr', 'On a vu _ Dupont hier.', 'Vve. Mmes. Sté. Cie. J.-P.'],
  ['es', 'Vimos a _ García ayer.', 'Sras. Arq. Cap.'],
  ['es', 'Hay _ 5 allí.', 'aprox. tel. págs. núms. máx. mín.'],
  ['es', 'Vive en _ Madrid cinco.', 'Pza. Ctra. Cía.'],
  ['it', 'Ho visto _ Rossi ieri.', "l'avv. l’ing. dell'avv. un'arch. geom. rag. arch."],
  ['it', 'Ci sono _ 5 là.', 'ca. max. min. tel. nr. pagg.'],
  ['pt', 'Vi _ Silva ontem.', 'Eng. Srs. Arq.'],
  ['pt', 'São _ 5 aqui.', 'aprox. máx. tel. págs.'],
  ['nl', 'Zij woont in de _ 5 daar.', 'Kalverstr. Hoofdstr.'],
  ['nl', 'Dat zijn _ 5 dagen.', 'min. max. ong. evt.'],
])('%s: one sentence, %s', (language, frame, abbreviations) => {
  for (const abbreviation of abbreviations.split(' ')) {
    const text = frame.replace('_', abbreviation);
    expect(sentences(text, language)).toEqual([text]);
  }
});

it.each([
  ['en', 'Smith et al. Jones wrote it.'],
  ['de', 'Die Fa. Meier GmbH & Co. KG zahlt.'],
  ['de', 'Er war z. Zt. Lehrer i. R. Berlin.'],
  ['fr', 'En 50 apr. J.-C. Rome brûlait, p. ex. Paris.'],
])('%s: also of several words: %s', (language, text) => {
  expect(sentences(text, language)).toEqual([text]);
});

it.each([
  ['en', ['I like art.', 'Paul went home.']],
  ['en', ['I met Max.', 'Paul was there.']],
  ['en', ['We saw Al.', 'Paul was there.']],
  ['en', ['We lifted it to the max.', 'Nobody saw.']],
  ['en', ['They called tel.', 'Paul was there.']],
  ['de', ['Das ist alles, was ich mag.', 'Paul kommt.']],
  ['de', ['Ich bin Max.', 'Paul kommt.']],
  ['de', ['Das dauert 5 Min.', 'Dann gehen wir.']],
  ['de', ['Wir nehmen Vitamin D.', 'Dann gehen wir.']],
  ['fr', ['Il fait ça au max.', 'Paul est là.']],
  ['es', ['Comimos una col.', 'Pablo vino.']],
  ['it', ['Ci vediamo al mar.', 'Paolo viene.']],
  ['nl', ['Ik ben de tel.', 'Paul komt.']],
])('%s: a word that is written alike ends a sentence: %j', (language, expected) => {
  expect(sentences(expected.join(' '), language)).toEqual(expected);
});
