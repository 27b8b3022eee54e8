import { interfaceLanguage } from './texts.ts';

/** `plural(3, ['# word', '# words'])` → `3 words`. */
export function plural(count: number, forms: readonly string[]): string {
  const language = interfaceLanguage();
  const form = forms[new Intl.PluralRules(language).select(count) === 'one' ? 0 : 1] ?? '';
  return form.replace('#', new Intl.NumberFormat(language, { useGrouping: 'min2' }).format(count));
}
