import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../../src/cli/project-root.ts';

const FOLDER = join(PROJECT_ROOT, '../shared/audio/corpus');

const manifest = z.array(
  z.object({
    file: z.string(),
    lang: z.string(),
    /** Null if only the speakers' turns are known. */
    text: z.string().nullable(),
    /** Other texts that count as right, such as with digits. */
    alt: z.array(z.string()).optional(),
    kind: z.array(z.string()),
    sec: z.number(),
    /** Made from other clips. */
    derived: z.boolean().optional(),
  }),
);

const plainTexts = z.record(z.string(), z.object({ language: z.string(), text: z.string() }));

/** A clip of the development corpus, with what Whisper writes on the same weights with the language given. */
export interface CorpusClip {
  file: string;
  path: string;
  language: string;
  /** What is said; any of them is right. */
  texts: string[];
  kinds: string[];
  seconds: number;
  derived: boolean;
  plain: { text: string; language: string };
}

/** The clips of ../shared/audio/corpus with a reference text in one language; empty if it is absent. */
export function corpusClips(): CorpusClip[] {
  if (!existsSync(FOLDER)) return [];
  const read = (file: string): unknown => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
  const plain = plainTexts.parse(read('plain-whisper-base.json'));
  return manifest.parse(read('manifest.json')).flatMap((clip) => {
    const own = plain[clip.file];
    if (clip.text === null || clip.lang.includes('+') || !own) return [];
    return [
      {
        file: clip.file,
        path: join(FOLDER, clip.file),
        language: clip.lang,
        texts: [clip.text, ...(clip.alt ?? [])],
        kinds: clip.kind,
        seconds: clip.sec,
        derived: clip.derived ?? false,
        plain: own,
      },
    ];
  });
}
