/** Names of the console's fields and parts that have none. Like all of the console, they are English. */
const FIELDS = {
  '#servers': 'server',
  '.examples-select-element': 'example',
  '.content-type': 'media type',
} as const;
const PARTS = {
  '.information-container': 'about the interface',
  '.scheme-container': 'server and key',
} as const;

/** Levels of its headings below the page's own. */
const LEVELS = { 'h1.title': '3', '.wrapper > section > h2': '3', '.models > h4': '3' } as const;

/** Names fields and parts and orders headings of the console, whatever it draws, for screen readers. */
export function repairConsole(element: HTMLElement): void {
  const repair = () => {
    for (const [selector, level] of Object.entries(LEVELS)) {
      for (const heading of element.querySelectorAll(selector)) heading.setAttribute('aria-level', level);
    }
    for (const [selector, name] of Object.entries(PARTS)) {
      for (const part of element.querySelectorAll(selector)) {
        part.setAttribute('role', 'region');
        part.setAttribute('aria-label', name);
      }
    }
    for (const [selector, name] of Object.entries(FIELDS)) {
      for (const field of element.querySelectorAll(selector)) field.setAttribute('aria-label', name);
    }
    for (const field of element.querySelectorAll<HTMLElement>('select, input, textarea')) {
      if (field.hasAttribute('aria-label') || field.title || field.closest('label')) continue;
      field.setAttribute('aria-label', nameAround(field));
    }
    // What scrolls is scrolled by the keyboard, too.
    for (const code of element.querySelectorAll('pre.microlight:not([tabindex])'))
      code.setAttribute('tabindex', '0');
    // Each table of answers would be a landmark of its own.
    for (const table of element.querySelectorAll('table[role=region]')) table.removeAttribute('role');
  };
  repair();
  new MutationObserver(repair).observe(element, { childList: true, subtree: true });
}

/** What a row of parameters or properties is called. */
const nameAround = (field: HTMLElement): string =>
  field.closest<HTMLElement>('[data-param-name], [data-property-name]')?.dataset.paramName ??
  field.closest('tr')?.querySelector('.parameters-col_name, .parameter__name')?.textContent?.trim() ??
  'value';
