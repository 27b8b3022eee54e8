/** Codes that browsers do not know under the name the models use. */
const ALIASES: Record<string, string> = { jw: 'jv' };

function display(code: string, locale: string): string | null {
  try {
    return (
      new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(ALIASES[code] ?? code) ?? null
    );
  } catch {
    return null;
  }
}

/** `German`, or the code where the browser has no name for it. */
export const languageName = (code: string): string => display(code, 'en') ?? code;

/** `German · Deutsch`; one name where both are the same. */
export function languageLabel(code: string): string {
  const english = languageName(code);
  const own = display(code, ALIASES[code] ?? code);
  return own && own.toLowerCase() !== english.toLowerCase() ? `${english} · ${own}` : english;
}
