import { interfaceLanguage } from '../texts/texts.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Bytes → `77 MB`, `1.6 GB`: powers of a thousand, as used for downloads and disks. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return new Intl.NumberFormat(interfaceLanguage(), {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    // The short form has no plural: "0 byte".
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && power > 1 ? 1 : 0,
  }).format(value);
}
