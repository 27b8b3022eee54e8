import { interfaceLanguage } from '../texts/texts.ts';

/** A number of things per second, in two digits: `0.52`, `4.6`, `31`. */
export const formatSpeed = (perSecond: number): string =>
  new Intl.NumberFormat(interfaceLanguage(), { maximumSignificantDigits: 2 }).format(perSecond);
