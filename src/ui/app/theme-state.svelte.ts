const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const STORED = 'earshot-theme';
const STORED_SIZE = 'earshot-text-size';
/** How large transcripts are written, beside the size of everything else. */
export const TEXT_SIZES = [0.9, 1, 1.25, 1.5] as const;

/** Light, dark or following the system, and the size of transcripts; stored on this device. */
export class ThemeState {
  current = $state<Theme>(THEMES.find((theme) => theme === localStorage.getItem(STORED)) ?? 'system');

  textSize = $state<number>(
    TEXT_SIZES.find((size) => String(size) === localStorage.getItem(STORED_SIZE)) ?? 1,
  );

  constructor() {
    this.#apply();
    this.setTextSize(this.textSize);
  }

  setTextSize(size: number): void {
    this.textSize = size;
    localStorage.setItem(STORED_SIZE, String(size));
    document.documentElement.style.setProperty('--reading', String(size));
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
