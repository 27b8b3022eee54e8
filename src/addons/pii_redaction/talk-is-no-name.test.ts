import { describe, expect, it } from 'vitest';
import {
  redactedTurns as left,
  redactedText as redacted,
} from '../../../tests/accuracy/pii/redacted-text.ts';

describe('an elision', { timeout: 60_000 }, () => {
  it.each([
    ['fr', "Monsieur, j'ai une réclamation."],
    ['fr', "Madame, qu'en pensez-vous ?"],
    ['fr', "Madame, s'il vous plaît."],
    ['fr', "Monsieur, l'addition."],
    ['fr', "docteur j'ai mal au genou"],
    ['fr', "je suis d'accord monsieur d'abord"],
    ['it', "Signora, l'ascensore è rotto."],
    ['it', "Signora, d'accordo."],
  ] as const)('is no name: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });

  it.each([
    ['it', "la signora rossi l'ha detto", "la signora [NAME_1] l'ha detto"],
    ['fr', "c'est au nom de durand s'il vous plaît", "c'est au nom de [NAME_1] s'il vous plaît"],
    ['it', "il dottor verdi c'è domani", "il dottor [NAME_1] c'è domani"],
    ['it', "sono mattia dell'officina", "sono [NAME_1] dell'officina"],
    ['fr', "c'est paul l'infirmier", "c'est [NAME_1] l'infirmier"],
  ] as const)('ends a name: %s: %s', async (language, said, rest) => {
    expect(await redacted(said, language)).toBe(rest);
  });

  it.each([
    ['it', "mi chiamo anna d'angelo", 'mi chiamo [NAME_1]'],
    ['it', "sono luisa dell'anna", 'sono [NAME_1]'],
    ['it', "È la signora Dell'Utri.", "È la signora Dell'[NAME_1]."],
    ['fr', "Je suis Fatou N'Diaye.", 'Je suis [NAME_1].'],
  ] as const)('may be part of a name: %s: %s', async (language, said, rest) => {
    expect(await redacted(said, language)).toBe(rest);
  });
});

describe('a title before a comma', { timeout: 60_000 }, () => {
  it('announces no name', async () => {
    expect(await redacted('Monsieur, écoutez-moi bien.', 'fr')).toBe('Monsieur, écoutez-moi bien.');
    expect(await redacted('La Dra. López le espera.', 'es')).toBe('La Dra. [NAME_1] le espera.');
  });
});

describe('an answer', { timeout: 60_000 }, () => {
  it.each([
    ['fr', 'Votre nom ?', 'Pardon ?'],
    ['fr', 'Votre nom ?', 'Attendez.'],
    ['fr', 'Votre nom ?', 'Pourquoi ?'],
    ['es', '¿Su nombre?', '¿Perdone?'],
    ['es', '¿Su nombre?', 'Espere.'],
    ['it', 'Il suo nome?', 'Aspetti.'],
    ['de', 'Wie ist Ihr Name?', 'Das sage ich Ihnen nicht.'],
    ['en', "What's the password?", 'Let me check.'],
    ['en', "What's the password?", 'Which password?'],
    ['en', "What's the password?", 'I forgot.'],
    ['de', 'Wie ist das Passwort?', 'Keine Ahnung.'],
    ['fr', 'Quel est le mot de passe ?', 'Je ne sais plus.'],
    ['es', '¿Cuál es la contraseña?', 'Ni idea.'],
  ] as const)('may tell nothing: %s: %s %s', async (language, asked, said) => {
    expect(await left([asked, said], language)).toEqual([asked, said]);
  });

  it.each([
    ['fr', 'Votre nom ?', 'Ah, Guillaumin.', 'Ah, [NAME_1].'],
    ['de', 'Ihr Name?', 'Ach so, Brunner.', 'Ach so, [NAME_1].'],
    ['de', 'Auf welchen Namen?', 'Brunner.', '[NAME_1].'],
    ['de', 'Und der Nachname?', 'Schlüter.', '[NAME_1].'],
    ['de', 'Und der Vorname?', 'Annegret.', '[NAME_1].'],
    ['de', 'Vorname?', 'Annegret.', '[NAME_1].'],
    ['fr', "C'est à quel nom ?", 'Guillaumin.', '[NAME_1].'],
    ['es', '¿A nombre de quién?', 'Cano.', '[NAME_1].'],
    ['es', '¿Y el apellido?', 'Virtudes.', '[NAME_1].'],
    ['it', 'A che nome?', 'Brambilla.', '[NAME_1].'],
    ['it', 'E il cognome?', 'Brambilla.', '[NAME_1].'],
    ['en', "What's the password?", 'Sunflower.', '[PASSWORD_1].'],
  ] as const)('tells what was asked for: %s: %s %s', async (language, asked, said, rest) => {
    expect(await left([asked, said], language)).toEqual([asked, rest]);
  });
});

describe('a question', { timeout: 60_000 }, () => {
  it.each([
    ['es', '¿Cuál es la contraseña?'],
    ['es', '¿Cuál es el usuario?'],
    ['es', 'Esa es la contraseña.'],
    ['it', 'Qual è la password del wifi?'],
    ['es', '¿Cómo se llama esto?'],
    ['es', '¿Cómo se llama usted?'],
    ['it', 'Come si chiama, scusi?'],
  ] as const)('tells nothing: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });

  it('may be answered in the same turn', async () => {
    expect(await redacted('Come si chiama? Mario Brambilla.', 'it')).toBe('Come si chiama? [NAME_1].');
  });
});

describe('what is said about a password', { timeout: 60_000 }, () => {
  it.each([
    ['de', 'Mein Passwort ist schon wieder abgelaufen.'],
    ['de', 'das passwort ist leider falsch'],
    ['de', 'Das Passwort ist dasselbe wie immer.'],
    ['de', 'Das Passwort ist unsicher.'],
    ['de', 'Der Benutzername ist bereits vergeben.'],
    ['de', 'Das Passwort lautet wie immer.'],
    ['fr', 'Le mot de passe est faux.'],
    ['fr', 'le mot de passe est erroné'],
    ['fr', 'Le mot de passe est toujours le même.'],
    ['fr', 'Le mot de passe est confidentiel.'],
    ['fr', "L'identifiant est déjà utilisé."],
    ['es', 'La contraseña es falsa.'],
    ['es', 'la contraseña es errónea'],
    ['es', 'La contraseña es segura.'],
    ['it', 'La password è sempre la stessa.'],
    ['it', 'la password è quella di sempre'],
    ['it', 'Il nome utente è sbagliato.'],
    ['en', 'The username is already taken.'],
    ['en', "The password, it's expired."],
  ] as const)('is none: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });

  it('may be the password, behind a comma', async () => {
    expect(await redacted("Le mot de passe, c'est tournesol quarante-deux.", 'fr')).toBe(
      "Le mot de passe, c'est [PASSWORD_1].",
    );
  });
});

describe('days, kin and first words', { timeout: 60_000 }, () => {
  it.each([
    ['it', 'Buon Natale a tutti.'],
    ['fr', 'Joyeux Noël à tous.'],
    ['fr', "C'est Pâques"],
    ['es', 'Es Navidad'],
    ['de', 'Danke Mama'],
    ['de', 'Liebe Mama, wie geht es dir?'],
    ['de', 'Danke Oma'],
    ['fr', 'merci mamie'],
    ['en', 'Thanks Nan'],
    ['es', 'Vive en el tercer piso'],
    ['fr', 'Vive la France'],
    ['it', 'Viva la libertà'],
  ] as const)('are no names: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });

  it.each([
    ['fr', "Je m'appelle Noël Dupont.", "Je m'appelle [NAME_1]."],
    ['it', 'Natale Rossi è qui.', '[NAME_1] è qui.'],
    ['fr', 'Je suis Noël.', 'Je suis [NAME_1].'],
    ['de', 'Oma Inge kommt.', 'Oma [NAME_1] kommt.'],
  ] as const)('may be names: %s: %s', async (language, said, rest) => {
    expect(await redacted(said, language)).toBe(rest);
  });
});

describe('a form that is read out', { timeout: 60_000 }, () => {
  it.each([
    ['de', 'Nachname Schlüter, Vorname Annegret.', 'Nachname [NAME_1], Vorname [NAME_2].'],
    ['en', 'Surname Entwistle, first name Doris.', 'Surname [NAME_1], first name [NAME_2].'],
    ['fr', 'Nom Chambon, prénom Yvette.', 'Nom [NAME_1], prénom [NAME_2].'],
    ['es', 'Nombre Virtudes, apellido Cano.', 'Nombre [NAME_1], apellido [NAME_2].'],
    ['it', 'Nome Virginia, cognome Cani.', 'Nome [NAME_1], cognome [NAME_2].'],
    ['en', 'surname entwistle first name doris', 'surname [NAME_1] first name [NAME_2]'],
    ['de', 'Mein Mädchenname ist Pfeiffer.', 'Mein Mädchenname ist [NAME_1].'],
    ['fr', 'Mon nom de jeune fille est Pommier.', 'Mon nom de jeune fille est [NAME_1].'],
    ['es', 'mi apellido de soltera es manzano', 'mi apellido de soltera es [NAME_1]'],
  ] as const)('has names: %s: %s', async (language, said, rest) => {
    expect(await redacted(said, language)).toBe(rest);
  });

  it.each([
    ['fr', "Nom et prénom, s'il vous plaît."],
    ['es', 'Nombre completo, por favor.'],
    ['en', 'Surname unknown.'],
    ['de', 'Name und Anschrift bitte.'],
    ['fr', "Nom d'utilisateur oublié."],
  ] as const)('may be asked for: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });
});

describe('codes that were sent, and numbers of patients', { timeout: 60_000 }, () => {
  it.each([
    ['en', 'The one time code is', 'PASSWORD'],
    ['en', 'The security code they texted me is', 'PASSWORD'],
    ['de', 'Die TAN lautet', 'PASSWORD'],
    ['de', 'Der Code aus der SMS ist', 'PASSWORD'],
    ['fr', "Mon code c'est", 'PASSWORD'],
    ['fr', 'Le code reçu par SMS est', 'PASSWORD'],
    ['es', 'El código que me llegó es', 'PASSWORD'],
    ['it', 'Il codice che mi è arrivato è', 'PASSWORD'],
    ['it', 'Il codice del portone è', 'PASSWORD'],
    ['en', 'My hospital number is', 'HEALTHCARE_NUMBER'],
    ['de', 'Die Fallnummer ist', 'HEALTHCARE_NUMBER'],
    ['it', 'Il mio numero di paziente è', 'HEALTHCARE_NUMBER'],
    ['fr', 'Le numéro de dossier médical est', 'HEALTHCARE_NUMBER'],
  ] as const)('are found by the words for them: %s: %s', async (language, said, type) => {
    expect(await redacted(`${said} 482913.`, language)).toBe(`${said} [${type}_1].`);
  });

  it('may have a letter, or be said', async () => {
    expect(await redacted('My hospital number is H 449 102.', 'en')).toBe(
      'My hospital number is [HEALTHCARE_NUMBER_1].',
    );
    expect(await redacted('die tan lautet vier acht zwei neun eins drei', 'de')).toBe(
      'die tan lautet [PASSWORD_1]',
    );
  });

  it('are no code of a fault', async () => {
    expect(await redacted('Der Fehlercode ist 4042.', 'de')).toBe('Der Fehlercode ist 4042.');
  });
});

describe('numbers in answer to one question after the other', { timeout: 60_000 }, () => {
  it('are not joined', async () => {
    expect(
      await left(
        [
          'Ihr Geburtsdatum?',
          'Siebzehnter August neunzehnhundertachtundsechzig.',
          'Und Ihre Telefonnummer?',
          'Null eins sieben sechs vier vier drei zwei eins neun null.',
        ],
        'de',
      ),
    ).toEqual(['Ihr Geburtsdatum?', '[DOB_1].', 'Und Ihre Telefonnummer?', '[PHONE_NUMBER_1].']);
    expect(
      await left(['Ihr Geburtsdatum?', '17. August 1968.', 'Und die Nummer?', '0176 443 2190.'], 'de'),
    ).toEqual(['Ihr Geburtsdatum?', '[DOB_1].', 'Und die Nummer?', '[PHONE_NUMBER_1].']);
  });
});
