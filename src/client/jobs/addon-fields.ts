import { type AddonChoice, type AddonPart, partKey } from '../../addons/addon-view.ts';
import { addonViews } from '../../addons/addon-views.ts';
import type { PreRecordedRequestInput } from '../../contract/jobs/pre-recorded-request.ts';

/** What a person chose of each add-on, by its key; absent where nothing was. */
export type AddonChoices = Readonly<Record<string, AddonChoice | undefined>>;

/** The switches and configurations of a request that ask for what was chosen. */
export function addonFields(choices: AddonChoices): Partial<PreRecordedRequestInput> {
  const fields: [string, unknown][] = [];
  for (const [key, { control }] of addonViews) {
    const choice = choices[key];
    if (!control || choice === undefined) continue;
    const value = control.kind === 'lines' && typeof choice === 'string' ? linesOf(choice) : choice;
    if (value === false || value === '' || (typeof value === 'object' && value.length === 0)) continue;
    fields.push([key, true]);
    if (control.kind === 'switch') continue;
    const parts = control.kind === 'choice' ? (control.parts ?? []) : [];
    const besides = parts
      .filter(({ of }) => of === undefined || of === value)
      .map((part) => [part.field, partOf(part, choices[partKey(key, part)])])
      .filter(([, one]) => one !== undefined);
    fields.push([`${key}_config`, { [control.field]: value, ...Object.fromEntries(besides) }]);
  }
  return Object.fromEntries(fields) as Partial<PreRecordedRequestInput>;
}

function partOf(
  { kind, otherwise }: AddonPart,
  written: AddonChoice | undefined,
): string | string[] | undefined {
  const lines = linesOf(typeof written === 'string' ? written : '');
  if (kind === 'line') return lines[0] ?? otherwise;
  return lines.length > 0 ? lines : undefined;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
