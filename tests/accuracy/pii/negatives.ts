import type { Chance } from './chance.ts';
import { iban, luhnCard, spoilt, spoiltIban } from './check-digits.ts';
import { COUNTRY, groups } from './entity-values.ts';
import type { Language } from './say.ts';

/** Talk with numbers, unit names and cue words, and nothing to redact. */
export const NEGATIVES: Record<Language, readonly string[]> = {
  en: [
    'I have {n} apples and {m} oranges on the table.',
    'Look at {n} of them and tell me at once.',
    'Version {n}.{m} is better than the last one.',
    'We sold {n} units and {m} chairs.',
    'No one knows the one that won in the end.',
    'I forgot my password again, can you help me?',
    'The security code did not arrive.',
    'Call me when you get home, please.',
    'The dot at the end of the line is red.',
    'Chapter {n} has {m} pages.',
    'I would like to open a bank account with you.',
    'Your account is blocked because the passport expired.',
    'Platform {n}, track {m}, mind the gap.',
    'You may march with them or wait a second.',
    'We are at one with the people at work.',
    'The score was {n} to {m} at half time.',
    'The sticker on the box says {card} in print.',
    'We sold item {card} again.',
    'The label says {iban} on top.',
    'We run version {version} now.',
    'Version {version} is better than the last one.',
  ],
  fr: [
    "J'ai acheté {n} pommes et {m} poires.",
    'Le point important est que tout va bien.',
    'Il y en a un qui ne le sait pas.',
    "J'ai oublié mon mot de passe encore.",
    'Le chapitre {n} a {m} pages.',
    'Elle a un neuf et un vieux vélo.',
    'Appelez-moi quand vous rentrez.',
    'Mon passeport est périmé depuis peu.',
    'Le score est de {n} à {m} ce soir.',
    "Le code de sécurité n'est pas arrivé.",
    "L'étiquette porte {card} en petit.",
    "L'étiquette porte {iban} en haut.",
    'Nous avons la version {version} depuis peu.',
  ],
  de: [
    'Ich habe {n} Äpfel und {m} Birnen gekauft.',
    'Der Punkt ist, dass alles gut geht.',
    'Sie sieben das Mehl und geben acht.',
    'Ich habe mein Passwort wieder vergessen.',
    'Kapitel {n} hat {m} Seiten.',
    'Das ist ein Haus und eine Wiese.',
    'Rufen Sie mich an, wenn Sie zu Hause sind.',
    'Mein Reisepass ist abgelaufen.',
    'Es steht {n} zu {m} im Spiel.',
    'Der Sicherheitscode ist nicht angekommen.',
    'Auf dem Karton steht {card} ganz klein.',
    'Auf dem Karton steht {iban} ganz oben.',
    'Wir haben die Version {version} im Haus.',
  ],
  es: [
    'Compré {n} manzanas y {m} peras.',
    'El punto es que todo va bien.',
    'Hay una que no lo sabe y otra más.',
    'Olvidé mi contraseña otra vez.',
    'El capítulo {n} tiene {m} páginas.',
    'Llámame cuando llegues a casa.',
    'Mi pasaporte está caducado ya.',
    'El partido va {n} a {m} ahora.',
    'El código de seguridad no llegó.',
    'Erase una vez un rey y una reina.',
    'En la caja pone {card} abajo.',
    'En la caja pone {iban} arriba.',
    'Tenemos la versión {version} desde hace poco.',
  ],
  it: [
    'Ho comprato {n} mele e {m} pere.',
    'Il punto è che tutto va bene.',
    'Tu sei una persona che non lo sa.',
    'Ho dimenticato la mia password ancora.',
    'Il capitolo {n} ha {m} pagine.',
    'Chiamami quando arrivi a casa.',
    'Il mio passaporto è scaduto ormai.',
    'La partita è {n} a {m} adesso.',
    'Il codice di sicurezza non è arrivato.',
    "C'era una volta un re e una regina.",
    "Sulla scatola c'è {card} in basso.",
    "Sulla scatola c'è {iban} in alto.",
    'Abbiamo la versione {version} da poco.',
  ],
};

/** Numbers that look like personal data but are not, by their placeholder in talk with nothing to redact. */
export const LOOKALIKES: Readonly<Record<string, (language: Language, random: Chance) => string>> = {
  '{card}': (_, random) => {
    const number = spoilt(luhnCard(random), random);
    return random.oneOf([number, groups(number, 4)]);
  },
  '{iban}': (language, random) => spoiltIban(iban(COUNTRY[language], random), random),
  '{version}': (_, random) =>
    [random.between(1, 20), random.between(0, 99), random.between(0, 99), random.between(0, 255)].join('.'),
};
