import { expect, it } from 'vitest';
import { foldWord } from './word-tokens.ts';

it.each([
  ['Łódź', 'lodz'],
  ['Sørensen', 'sorensen'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['Đặng', 'dang'],
  ['Ægir', 'aegir'],
  ['œuvre', 'oeuvre'],
  ['Þórður', 'thordur'],
  ['Ħal', 'hal'],
  ['ılık', 'ilik'],
  ['İstanbul', 'istanbul'],
  ['Ελλάς', foldWord('ΕΛΛΑΣ')],
  ['مُحَمَّدـ', 'محمد'],
  ['أَحمد', 'احمد'],
  ['שָׁלוֹם', 'שלום'],
  ['L’été', "l'ete"],
  ['Müller', 'muller'],
  ['हिन्दी', 'हिन्दी'],
  ['がぎ', foldWord('がぎ')],
])('%s is searched as %s', (word, folded) => expect(foldWord(word)).toBe(folded));
