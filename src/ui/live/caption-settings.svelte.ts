import { z } from '../../lib/zod.ts';

export const CAPTION_COLOURS = ['page', 'dark', 'light', 'yellow', 'clear'] as const;

export const CAPTION_TEXTS = ['both', 'original', 'translation'] as const;

const stored = z.object({
  /** Height of a letter, in CSS pixels. */
  size: z.coerce.number().min(16).max(120).catch(40),
  rows: z.coerce.number().int().min(1).max(12).catch(3),
  colours: z.enum(CAPTION_COLOURS).catch('page'),
  /** Which texts of a translated session are shown. */
  show: z.enum(CAPTION_TEXTS).catch('both'),
});

export type CaptionSettings = z.infer<typeof stored>;

const STORED = 'earshot-captions';

/** How captions look: as chosen on this device, or as an address says. */
export class CaptionLook {
  current = $state<CaptionSettings>(stored.parse({}));

  /** @param address of the page, such as `#/captions?size=48&colours=clear` */
  constructor(address = '') {
    const given = Object.fromEntries(new URLSearchParams(address.split('?')[1] ?? ''));
    this.current = stored.parse({ ...readKept(), ...given });
  }

  keep(): void {
    localStorage.setItem(STORED, JSON.stringify(this.current));
  }
}

function readKept(): object {
  try {
    return Object(JSON.parse(localStorage.getItem(STORED) ?? '{}'));
  } catch {
    return {};
  }
}
