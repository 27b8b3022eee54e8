import { describe, expect, it } from 'vitest';
import { redactedText as redacted } from '../../../tests/accuracy/pii/redacted-text.ts';

describe('a verb behind a name', { timeout: 60_000 }, () => {
  it.each([
    ['es', 'mi hijo pablo recogerá el paquete', 'mi hijo [NAME_1] recogerá el paquete'],
    ['es', 'mi hermana lucía estudia medicina', 'mi hermana [NAME_1] estudia medicina'],
    ['es', 'mi hija lucía pagará la cuenta', 'mi hija [NAME_1] pagará la cuenta'],
    ['it', 'mio figlio marco ritira', 'mio figlio [NAME_1] ritira'],
    ['it', 'mio figlio marco ritirerà il pacco', 'mio figlio [NAME_1] ritirerà il pacco'],
    ['it', 'dottoressa giulia conti la aspetta', 'dottoressa [NAME_1] la aspetta'],
    ['de', 'herr peter kluge klagt über schmerzen', 'herr [NAME_1] klagt über schmerzen'],
    ['de', 'herr kluge klagt', 'herr [NAME_1] klagt'],
    ['fr', 'mon fils lucas récupère le colis', 'mon fils [NAME_1] récupère le colis'],
    ['fr', 'mon mari thomas paiera demain', 'mon mari [NAME_1] paiera demain'],
    ['pt', 'meu filho pedro estuda medicina', 'meu filho [NAME_1] estuda medicina'],
    ['nl', 'mijn zoon daan studeert rechten', 'mijn zoon [NAME_1] studeert rechten'],
    ['en', 'doctor smith will see you', 'doctor [NAME_1] will see you'],
  ] as const)('is no part of it: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });

  it.each([
    ['es', 'mi primo luis zubizarreta', 'mi primo [NAME_1]'],
    ['es', 'señora marta rivera', 'señora [NAME_1]'],
    ['it', 'mio padre luca serra', 'mio padre [NAME_1]'],
    ['de', 'herr albert bonnet', 'herr [NAME_1]'],
    ['de', 'herr thomas vogt ruft an', 'herr [NAME_1] ruft an'],
  ] as const)('is not a family name: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });

  it.each([
    ['es', 'el señor recogerá el paquete'],
    ['es', 'la señora pagará mañana'],
    ['it', 'il signore ritira domani'],
    ['de', 'der herr wartet draußen'],
    ['fr', 'madame paiera demain'],
    ['en', 'the doctor will see you now'],
  ] as const)('may follow a title alone: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });
});

describe('whom a caller asks for, and who is a patient', { timeout: 60_000 }, () => {
  it.each([
    ['de', 'Fragen Sie nach Ulrike', 'Fragen Sie nach [NAME_1]'],
    ['de', "Ich bin's, Holger", "Ich bin's, [NAME_1]"],
    ['de', "ich bin's holger", "ich bin's [NAME_1]"],
    ['de', 'Ich gebe das Wort an Holger.', 'Ich gebe das Wort an [NAME_1].'],
    ['fr', 'Je passe la parole à Fatoumata', 'Je passe la parole à [NAME_1]'],
    ['fr', 'Je vous passe Sandrine.', 'Je vous passe [NAME_1].'],
    ['es', 'Doy la palabra a Encarna.', 'Doy la palabra a [NAME_1].'],
    ['es', 'Soy yo, Encarna.', 'Soy yo, [NAME_1].'],
    ['it', 'Il conto è intestato a Giulia Conti', 'Il conto è intestato a [NAME_1]'],
    ['it', 'il contratto è intestato a giulia conti', 'il contratto è intestato a [NAME_1]'],
    ['it', 'Passo la parola a Ornella.', 'Passo la parola a [NAME_1].'],
    ['de', 'patient herbert kluge', 'patient [NAME_1]'],
    ['fr', 'patient jean dupuis', 'patient [NAME_1]'],
    ['es', 'paciente carmen ortega', 'paciente [NAME_1]'],
    ['it', 'paziente giulia conti', 'paziente [NAME_1]'],
  ] as const)('is found: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });

  it.each([
    ['de', 'Fragen Sie nach Rabatt.'],
    ['de', 'Hier ist die Post.'],
    ['de', 'patient liegt im bett'],
    ['fr', 'Demandez Accueil.'],
    ['fr', "c'est moi qui paie"],
    ['es', 'pregunte por favor'],
    ['es', 'el paciente tose mucho'],
    ['it', 'Il conto è intestato a mia madre.'],
    ['it', 'ti passo a prendere'],
    ['it', 'sono io che chiamo'],
    ['nl', 'ik ben het eens met jou'],
  ] as const)('may be nobody: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });
});
