import type { PiiEntityType } from '../../../src/contract/transcripts/pii-entity-type.ts';
import { date, MONTHS, sayYear, time, year } from './calendar-values.ts';
import type { Chance } from './chance.ts';
import { iban, luhnCard, nationalId, routingNumber, spoilt, VINS } from './check-digits.ts';
import { type Form, type Language, sayNumber, sayPairs, spell } from './say.ts';

/** One value of a type, as written or as spoken in a language. */
export type MakeValue = (language: Language, form: Form, random: Chance) => string;

export const COUNTRY = { en: 'GB', fr: 'FR', de: 'DE', es: 'ES', it: 'IT' } as const;
export const groups = (text: string, size: number, by = ' '): string =>
  (text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(by);

const NAMES = ['anna', 'marco', 'lucas', 'elena', 'peter', 'sophie', 'diego', 'greta'];
const FAMILIES = ['miller', 'rossi', 'durand', 'schmidt', 'garcia', 'weber', 'conti'];
const HOSTS = ['gmail', 'example', 'northwind', 'mailbox', 'contoso'];
const ENDINGS = ['com', 'org', 'net', 'ee', 'sg', 'ec', 'ma', 'health'];
const SYMBOLS = {
  en: { at: 'at', dot: 'dot', dash: 'dash', underscore: 'underscore' },
  fr: { at: 'arobase', dot: 'point', dash: 'tiret', underscore: 'tiret bas' },
  de: { at: 'at', dot: 'Punkt', dash: 'Bindestrich', underscore: 'Unterstrich' },
  es: { at: 'arroba', dot: 'punto', dash: 'guion', underscore: 'guion bajo' },
  it: { at: 'chiocciola', dot: 'punto', dash: 'trattino', underscore: 'trattino basso' },
};

function phone(language: Language, form: Form, random: Chance): string {
  const digits = {
    en: () =>
      `${random.oneOf(['202', '415', '617', '312'])}${random.oneOf(['555', '678', '234'])}${random.digits(4)}`,
    fr: () => `0${random.oneOf(['6', '7', '1', '4'])}${random.between(20, 69)}${random.digits(6)}`,
    de: () =>
      `0${random.oneOf(['171', '160', '151', '176'])}${random.between(2, 9)}${random.digits(random.oneOf([6, 7]))}`,
    es: () => `${random.oneOf(['612', '655', '678', '911'])}${random.digits(6)}`,
    it: () => `3${random.oneOf(['47', '33', '28', '20'])}${random.between(1, 9)}${random.digits(6)}`,
  }[language]();
  if (form === 'written') {
    const code = { en: '1', fr: '33', de: '49', es: '34', it: '39' }[language];
    const national = {
      en: random.oneOf([
        `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`,
        `${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6)}`,
      ]),
      fr: groups(digits, 2, random.oneOf([' ', '.'])),
      de: `${digits.slice(0, 4)} ${digits.slice(4)}`,
      es: groups(digits, 3),
      it: `${digits.slice(0, 3)} ${digits.slice(3)}`,
    }[language];
    const bare = language === 'it' ? digits : digits.replace(/^0/, '');
    return random.oneOf([national, national, `+${code} ${groups(bare, 3)}`]);
  }
  const paired = language === 'fr' || (digits.length % 2 === 0 && random.next() < 0.3);
  return paired ? sayPairs(digits, language) : spell(digits, language, random);
}

function email(language: Language, form: Form, random: Chance): string {
  const name = random.oneOf(NAMES);
  const family = random.oneOf(FAMILIES);
  const host = random.oneOf(HOSTS);
  const end = random.oneOf(form === 'written' ? ENDINGS : ['com', 'org', 'net']);
  const number = random.between(2, 99);
  const symbol = SYMBOLS[language];
  if (form === 'written') {
    return random.oneOf([
      `${name}.${family}@${host}.${end}`,
      `${name}_${family}${number}@${host}.${end}`,
      `${name}@mail.${host}.${end}`,
    ]);
  }
  const local = random.oneOf([
    `${name} ${symbol.dot} ${family}`,
    `${name} ${symbol.underscore} ${family}`,
    `${name} ${symbol.dash} ${family} ${sayNumber(number, language)}`,
    [...name].join(' '),
    name,
  ]);
  return `${local} ${symbol.at} ${host} ${symbol.dot} ${end}`;
}

const UNITS: Record<Language, readonly string[]> = {
  en: ['minutes', 'hours', 'days', 'weeks'],
  fr: ['minutes', 'jours', 'semaines', 'mois'],
  de: ['Minuten', 'Stunden', 'Tage', 'Wochen'],
  es: ['minutos', 'horas', 'días', 'semanas'],
  it: ['minuti', 'ore', 'giorni', 'settimane'],
};
const CURRENCIES: Record<Language, readonly string[]> = {
  en: ['dollars', 'pounds', 'euros'],
  fr: ['euros', 'francs'],
  de: ['Euro', 'Franken'],
  es: ['euros', 'pesos'],
  it: ['euro', 'dollari'],
};

const amount = (value: number, language: Language, form: Form): string =>
  form === 'written' ? String(value) : sayNumber(value, language);

const code =
  (make: (random: Chance) => string): MakeValue =>
  (language, form, random) => {
    const value = make(random);
    return form === 'written' ? value : spell(value, language, random);
  };

/** Generators of values by type. */
export const VALUES: Partial<Record<PiiEntityType, MakeValue>> = {
  CREDIT_CARD: (language, form, random) => {
    const card = luhnCard(random);
    if (form === 'written') return random.oneOf([card, groups(card, 4), groups(card, 4, '-')]);
    return random.next() < 0.3 ? sayPairs(card, language) : spell(card, language, random);
  },
  BANK_ACCOUNT: (language, form, random) => {
    const value = iban(COUNTRY[language], random);
    return form === 'written' ? random.oneOf([value, groups(value, 4)]) : spell(value, language, random);
  },
  SSN: (language, form, random) => {
    const value = nationalId(language === 'en' ? 'US' : COUNTRY[language], random);
    if (form === 'spoken') return spell(value, language, random);
    return language === 'en' ? `${value.slice(0, 3)}-${value.slice(3, 5)}-${value.slice(5)}` : value;
  },
  EMAIL_ADDRESS: email,
  URL: (language, form, random) => {
    const host = random.oneOf(HOSTS);
    const { dot } = SYMBOLS[language];
    const end = random.oneOf(ENDINGS);
    if (form === 'written')
      return random.oneOf([`www.${host}.${end}`, `https://${host}.${end}/start?x=1`, `${host}.net`]);
    return random.oneOf([
      `w w w ${dot} ${host} ${dot} com`,
      `www ${dot} ${host} ${dot} org`,
      `${host} ${dot} com`,
    ]);
  },
  IP_ADDRESS: (language, form, random) => {
    const octets = [
      random.between(10, 223),
      random.between(0, 255),
      random.between(0, 255),
      random.between(1, 254),
    ];
    if (form === 'written') return octets.join('.');
    const { dot } = SYMBOLS[language];
    const says = random.next() < 0.5;
    return octets
      .map((octet) =>
        says
          ? sayNumber(octet, language)
          : [...String(octet)].map((digit) => sayNumber(Number(digit), language)).join(' '),
      )
      .join(` ${dot} `);
  },
  PHONE_NUMBER: phone,
  DATE: date,
  DOB: (language, form, random) => date(language, form, random, 2010),
  TIME: time,
  MONEY: (language, form, random) => {
    const value = random.between(2, 4999);
    if (form === 'written' && random.next() < 0.4) return language === 'en' ? `$${value}` : `${value} €`;
    return `${amount(value, language, form)} ${random.oneOf(CURRENCIES[language])}`;
  },
  DURATION: (language, form, random) =>
    `${amount(random.between(2, 59), language, form)} ${random.oneOf(UNITS[language])}`,
  AGE: (language, form, random) => {
    const value = amount(random.between(18, 97), language, form);
    return {
      en: random.oneOf([`${value} years old`, `${value} years of age`]),
      fr: `${value} ans`,
      de: `${value} Jahre alt`,
      es: `${value} años`,
      it: `${value} anni`,
    }[language];
  },
  CREDIT_CARD_EXPIRATION: (language, form, random) => {
    const month = random.between(1, 12);
    const inYear = random.between(26, 39);
    if (form === 'written') return `${String(month).padStart(2, '0')}/${inYear}`;
    return random.oneOf([
      `${sayNumber(month, language)} ${sayNumber(inYear, language)}`,
      `${MONTHS[language][month - 1] ?? ''} ${sayNumber(2000 + inYear, language)}`,
    ]);
  },
  ROUTING_NUMBER: code(routingNumber),
  VEHICLE_ID: code((random) => random.oneOf(VINS)),
  LOCATION_COORDINATE: (language, form, random) => {
    const [lat, lon] = [random.between(10, 80), random.between(10, 170)];
    const [latRest, lonRest] = [random.digits(4), random.digits(4)];
    if (form === 'written') return `${lat}.${latRest}, ${lon}.${lonRest}`;
    const point = { en: 'point', fr: 'virgule', de: 'Komma', es: 'coma', it: 'virgola' }[language];
    const [north, east] = {
      en: ['north', 'east'],
      fr: ['nord', 'est'],
      de: ['Nord', 'Ost'],
      es: ['norte', 'este'],
      it: ['nord', 'est'],
    }[language];
    const rest = (digits: string) => [...digits].map((digit) => sayNumber(Number(digit), language)).join(' ');
    return `${sayNumber(lat, language)} ${point} ${rest(latRest)} ${north} ${sayNumber(lon, language)} ${point} ${rest(lonRest)} ${east}`;
  },
  CVV: code((random) => random.digits(random.oneOf([3, 3, 3, 4]))),
  PASSPORT_NUMBER: code((random) => random.letters(random.between(0, 2)) + random.digits(7)),
  DRIVER_LICENSE: code(
    (random) => random.letters(random.between(0, 2)) + random.digits(random.between(7, 9)),
  ),
  ACCOUNT_NUMBER: code((random) => random.digits(random.between(6, 11))),
  LOCATION_ZIP: code((random) => random.digits(5)),
  HEALTHCARE_NUMBER: code(
    (random) => random.letters(random.between(0, 1)) + random.digits(random.between(7, 9)),
  ),
  NUMERICAL_PII: code((random) =>
    random.oneOf([spoilt(luhnCard(random), random), spoilt(routingNumber(random), random)]),
  ),
  ORGANIZATION_ID: code((random) => random.digits(random.between(8, 11))),
  MEDICAL_CODE: code((random) => random.oneOf(['E', 'J', 'M']) + random.digits(2)),
  USERNAME: (language, form, random) => {
    const [name, family] = [random.oneOf(NAMES), random.oneOf(FAMILIES)];
    if (form === 'written') return random.oneOf([`${name}_${family}`, `${name}${random.between(2, 99)}`]);
    return `${name} ${SYMBOLS[language].underscore} ${family}`;
  },
  PASSWORD: (language, form, random) => {
    const pin = random.digits(random.oneOf([4, 6]));
    return form === 'written' ? pin : spell(pin, language, random);
  },
  DOSE: (language, form, random) => {
    const unit = {
      en: 'milligrams',
      fr: 'milligrammes',
      de: 'Milligramm',
      es: 'miligramos',
      it: 'milligrammi',
    };
    return `${amount(random.between(5, 900), language, form)} ${form === 'written' ? 'mg' : unit[language]}`;
  },
  BLOOD_TYPE: (language, form, random) => {
    const [positive, negative] = {
      en: ['positive', 'negative'],
      fr: ['positif', 'négatif'],
      de: ['positiv', 'negativ'],
      es: ['positivo', 'negativo'],
      it: ['positivo', 'negativo'],
    }[language];
    const group = random.oneOf(['A', 'B', 'AB', '0']);
    return form === 'written'
      ? `${group}${random.oneOf(['+', '-'])}`
      : `${random.oneOf(['A', 'B', 'AB'])} ${random.oneOf([positive, negative])}`;
  },
  FILENAME: (language, form, random) => {
    const [name, end] = [random.oneOf(['report', 'scan', 'budget']), random.oneOf(['pdf', 'docx', 'txt'])];
    return form === 'written'
      ? `${name}_${random.between(2, 99)}.${end}`
      : `${name} ${SYMBOLS[language].dot} ${end}`;
  },
  DATE_INTERVAL: (language, form, random) => {
    const from = year(random, 1960, 1999);
    const to = year(random, 2001, 2025);
    const and = { en: 'and', fr: 'et', de: 'und', es: 'y', it: 'e' }[language];
    const said = (value: number) => (form === 'written' ? String(value) : sayYear(value, language, random));
    return `${said(from)} ${and} ${said(to)}`;
  },
  LOCATION_ADDRESS_STREET: (language, form, random) => {
    const number = amount(random.between(2, 99), language, form);
    return {
      en: `${number} ${random.oneOf(['Baker', 'Maple', 'Station'])} ${random.oneOf(['Street', 'Avenue', 'Road'])}`,
      fr: `${number} ${random.oneOf(['rue', 'avenue', 'boulevard'])} ${random.oneOf(['Voltaire', 'Pasteur'])}`,
      de: `${random.oneOf(['Gartenstraße', 'Lindenweg', 'Marktplatz'])} ${number}`,
      es: `${random.oneOf(['calle', 'avenida', 'plaza'])} ${random.oneOf(['Mayor', 'Goya'])} ${number}`,
      it: `${random.oneOf(['via', 'viale', 'piazza'])} ${random.oneOf(['Garibaldi', 'Verdi'])} ${number}`,
    }[language];
  },
};
