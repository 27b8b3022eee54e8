import { interfaceLanguage } from '../texts/texts.ts';

/** Seconds → words, rounded as people say it: `3 min`, `2 h 5 min`, `40 sec`. */
export function formatDuration(seconds: number): string {
  const unit = (value: number, name: 'hour' | 'minute' | 'second') =>
    new Intl.NumberFormat(interfaceLanguage(), { style: 'unit', unit: name, unitDisplay: 'short' }).format(
      value,
    );
  if (seconds < 59.5) return unit(Math.max(1, Math.round(seconds)), 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return unit(minutes, 'minute');
  const rest = minutes % 60;
  return rest === 0
    ? unit(Math.floor(minutes / 60), 'hour')
    : `${unit(Math.floor(minutes / 60), 'hour')} ${unit(rest, 'minute')}`;
}
