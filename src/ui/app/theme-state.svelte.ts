const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const STORED = 'earshot-theme';

/** Light, dark or following the system; stored on this device. */
export class ThemeState {
  current = $state<Theme>(THEMES.find((theme) => theme === localStorage.getItem(STORED)) ?? 'system');

  constructor() {
    this.#apply();
  }

  /** Switches to the next theme. */
  next(): void {
    this.choose(THEMES[(THEMES.indexOf(this.current) + 1) % THEMES.length] ?? 'system');
  }

  choose(theme: string): void {
    this.current = THEMES.find((one) => one === theme) ?? 'system';
    localStorage.setItem(STORED, this.current);
    this.#apply();
  }

  #apply(): void {
    if (this.current === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.current;
  }
}
