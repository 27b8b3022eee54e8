/** Extensions of the files that the app reads, by the type under which systems know them. */
export const AUDIO_EXTENSIONS = [
  'aac',
  'ac3',
  'aif',
  'aifc',
  'aiff',
  'au',
  'caf',
  'flac',
  'm4a',
  'm4b',
  'mka',
  'mp2',
  'mp3',
  'oga',
  'ogg',
  'opus',
  'snd',
  'w64',
  'wav',
  'weba',
] as const;
export const VIDEO_EXTENSIONS = ['m4v', 'mkv', 'mov', 'mp4', 'ts', 'webm'] as const;

/** Recordings all the same: a folder's are taken and refused by the name of their codec, rather than left out without a word. */
export const UNREADABLE_EXTENSIONS = ['amr', 'avi', 'flv', 'wma'] as const;

const READ: readonly string[] = [...AUDIO_EXTENSIONS, ...VIDEO_EXTENSIONS];

/** `talk.flac` → `talk`; what follows the point of another name, such as `Part 1.2`, is part of it. */
export function withoutExtension(name: string): string {
  const at = name.lastIndexOf('.');
  return READ.includes(name.slice(at + 1).toLowerCase()) ? name.slice(0, at) : name;
}
