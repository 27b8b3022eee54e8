const names = new Intl.DisplayNames('en', { type: 'language' });

/** "French" for `fr`; the code itself if it has no name. */
export function languageInEnglish(code: string): string {
  return names.of(code === 'jw' ? 'jv' : code) ?? code;
}
