import type { CaptionStyle } from '../../contract/transcripts/corrected-transcript.ts';
import guides from './caption-guides.json' with { type: 'json' };

/** A colour of captions; its name is a class that WebVTT gives every player. */
export interface CaptionColour {
  name: string;
  hex: string;
}

export const CAPTION_COLOURS: readonly CaptionColour[] = guides.colours.value;

/** The colour of each voice, in the order in which they speak. Where there are more voices than colours, the further ones are white. */
export function coloursOf(
  cues: readonly { voice: string | null }[],
  { colours }: Pick<CaptionStyle, 'colours'>,
): (voice: string | null) => CaptionColour | null {
  if (!colours) return () => null;
  const voices = [...new Set(cues.flatMap(({ voice }) => voice ?? []))];
  return (voice) => {
    const [first] = CAPTION_COLOURS;
    return (voice === null ? first : CAPTION_COLOURS[voices.indexOf(voice)]) ?? first ?? null;
  };
}

/** Shares of a picture's width and height that captions leave free: those of television, and of apps for tall video. */
export const marginsOf = ({ width, height }: { width: number; height: number }) =>
  guides.margins[width < height ? 'tall' : 'wide'].value;
