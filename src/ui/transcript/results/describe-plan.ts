import type { WritingPlan } from '../../../contract/realms/writing-plan.ts';
import { formatSpeed } from '../../parts/format-speed.ts';
import { interfaceLanguage } from '../../texts/texts.ts';

const SECONDS_PER_MINUTE = 60;

/** What a language model is about to do, and how long it takes here, as far as that is known. */
export function writingPlan({ read, write, seconds }: WritingPlan): string {
  const number = (value: number) => new Intl.NumberFormat(interfaceLanguage()).format(value);
  const plan = `The language model reads ${number(read)} tokens and writes up to ${number(write)}.`;
  if (seconds === null) return `${plan} How long that takes is not known on this device yet.`;
  return seconds < SECONDS_PER_MINUTE
    ? `${plan} On this device that takes up to ${formatSpeed(seconds)} seconds.`
    : `${plan} On this device that takes up to ${formatSpeed(seconds / SECONDS_PER_MINUTE)} minutes.`;
}
