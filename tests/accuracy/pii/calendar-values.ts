import type { Chance } from './chance.ts';
import { type Form, type Language, sayNumber } from './say.ts';

export const MONTHS: Record<Language, readonly string[]> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(
    ' ',
  ),
};

export const year = (random: Chance, least = 1940, most = 2026): number => random.between(least, most);

export function sayYear(value: number, language: Language, random: Chance): string {
  if (language === 'en' && value < 2000) {
    const rest = value % 100;
    const tail = rest === 0 ? 'hundred' : rest < 10 ? `oh ${sayNumber(rest, 'en')}` : sayNumber(rest, 'en');
    return `nineteen ${tail}`;
  }
  if (language === 'en' && value > 2009 && random.next() < 0.7)
    return `twenty ${sayNumber(value - 2000, 'en')}`;
  if (language === 'de' && value < 2000) {
    const rest = value % 100 === 0 ? '' : sayNumber(value % 100, 'de');
    return `neunzehnhundert${rest}`;
  }
  return sayNumber(value, language);
}

const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth'.split(
    ' ',
  );

function germanOrdinal(day: number, ending: string): string {
  const odd: Record<number, string> = { 1: 'erst', 3: 'dritt', 7: 'siebt', 8: 'acht' };
  return (odd[day] ?? `${sayNumber(day, 'de')}${day < 20 ? 't' : 'st'}`) + ending;
}

export function date(language: Language, form: Form, random: Chance, latest = 2026): string {
  const day = random.between(1, 28);
  const month = random.between(1, 12);
  const name = MONTHS[language][month - 1] ?? '';
  const inYear = year(random, 1940, latest);
  if (form === 'written') {
    const two = (value: number) => String(value).padStart(2, '0');
    const numeric =
      language === 'de' ? `${two(day)}.${two(month)}.${inYear}` : `${two(day)}/${two(month)}/${inYear}`;
    const named = {
      en: random.oneOf([`${name} ${day}, ${inYear}`, `${day} ${name} ${inYear}`]),
      fr: `${day} ${name} ${inYear}`,
      de: `${day}. ${name} ${inYear}`,
      es: `${day} de ${name} de ${inYear}`,
      it: `${day} ${name} ${inYear}`,
    }[language];
    return random.oneOf([numeric, named, named, `${inYear}-${two(month)}-${two(day)}`]);
  }
  const said = sayYear(inYear, language, random);
  const ordinal = ORDINALS[day - 1] ?? '';
  return {
    en: random.oneOf([
      `${name} ${ordinal}, ${said}`,
      `the ${ordinal} of ${name} ${said}`.replace('the ', ''),
      `${name} ${sayNumber(day, 'en')} ${said}`,
    ]),
    fr: `${day === 1 ? 'premier' : sayNumber(day, 'fr')} ${name} ${said}`,
    de: `${germanOrdinal(day, 'en')} ${name} ${said}`,
    es: `${sayNumber(day, 'es')} de ${name} de ${said}`,
    it: `${day === 1 ? 'primo' : sayNumber(day, 'it')} ${name} ${said}`,
  }[language];
}

export function time(language: Language, form: Form, random: Chance): string {
  const hour = random.between(2, 12);
  const minute = random.between(10, 59);
  const said = (value: number) => sayNumber(value, language);
  const [h, m] = form === 'written' ? [String(hour), String(minute)] : [said(hour), said(minute)];
  if (form === 'written' && random.next() < 0.5) return `${hour}:${minute}`;
  return {
    en:
      form === 'written'
        ? `${hour}:${minute} p.m`
        : random.oneOf([`${h} ${m} p m`, `half past ${h}`, `quarter to ${h}`, `${h} o'clock`]),
    fr: form === 'written' ? `${hour}h${minute}` : random.oneOf([`${h} heures ${m}`, `${h} heures et demie`]),
    de:
      form === 'written'
        ? `${hour}.${minute} Uhr`
        : random.oneOf([`${h} Uhr ${m}`, `halb ${h}`, `viertel nach ${h}`]),
    es:
      form === 'written'
        ? `${hour}:${minute}`
        : random.oneOf([`${h} y ${m}`, `${h} y media`, `${h} menos cuarto`]),
    it:
      form === 'written'
        ? `${hour}:${minute}`
        : random.oneOf([`${h} e ${m}`, `${h} e mezza`, `${h} meno un quarto`]),
  }[language];
}
