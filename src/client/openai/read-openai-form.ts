/** Lists that many clients send without the brackets. */
const LISTS = [
  ...['timestamp_granularities', 'include', 'languages', 'keywords'],
  ...['known_speaker_names', 'known_speaker_references'],
];

/** `name[]` is a list, `name[key]` an object. Empty texts, which clients send for what was not chosen, are left out. */
export function readOpenAiForm(form: FormData): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null);
  for (const [name, value] of form) {
    if (value === '') continue;
    const [, field = name, inBrackets] = /^([^[]+)\[([^\]]*)\]$/.exec(name) ?? [];
    const key = LISTS.includes(field) ? '' : inBrackets;
    const present = fields[field];
    if (key === undefined) fields[field] = value;
    else if (key === '') fields[field] = [...(Array.isArray(present) ? present : []), value];
    else fields[field] = { ...(typeof present === 'object' ? present : {}), [key]: value };
  }
  return { ...fields };
}
