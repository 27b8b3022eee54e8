/** A row of a cue, or a part of one, that one voice says. */
export interface VoicedRow {
  text: string;
  /** Whether a mark says that it is another voice than the one before. */
  isChange: boolean;
}

/** ">>" of live captions; ">>>" is a change of subject. */
const ARROWS = /^\s*>{2,3}\s*/u;
const ARROWS_INSIDE = /\s{1,9}(?=>{2,3}\s)/u;
/** A dash of dialogue, not a minus. */
const DASH = /^\s*[-–—‐]\s*(?=[^\s\d-])/u;
/** Where programs put the rows of a dialogue into one: "- Hi. - Hello." */
const DASH_INSIDE = /(?<=[.?!…♪][”"»’]?)\s{1,9}(?=[-–—]\s?[\p{Lu}¿¡♪])/u;

/** Of the lines of a text, those with a dash where dashes are turns. */
const DASHED_SHARE = 0.5;

const without = (mark: RegExp, row: string): VoicedRow => ({
  text: row.replace(mark, ''),
  isChange: mark.test(row),
});

/** The rows of a cue that is a dialogue: at least two begin with a dash. Null for any other. */
function dialogue(rows: readonly string[]): VoicedRow[] | null {
  const parts = rows.flatMap((row) => (DASH.test(row) ? row.split(DASH_INSIDE) : [row]));
  return parts.filter((part) => DASH.test(part)).length > 1 ? parts.map((part) => without(DASH, part)) : null;
}

/**
 * The rows of cues without the marks of captions that say where the voice changes: ">>", and dashes where a cue has two voices. Other
 * texts keep such signs.
 */
export function voiceChanges(cues: readonly (readonly string[])[]): VoicedRow[][] {
  const hasArrows = cues.some((rows) => rows.some((row) => ARROWS.test(row)));
  const dialogues = cues.map(dialogue);
  const hasDialogues = dialogues.some((rows) => rows !== null);
  return cues.map((rows, index) => {
    if (hasArrows) return rows.flatMap((row) => row.split(ARROWS_INSIDE)).map((row) => without(ARROWS, row));
    const [first, ...others] = rows;
    const isAnswer = hasDialogues && first !== undefined && others.every((row) => !DASH.test(row));
    const single = () => rows.map((row, at) => (isAnswer && at === 0 ? without(DASH, row) : plain(row)));
    return dialogues[index] ?? single();
  });
}

/** The same of lines of a text, of which each is a passage: dashes where about every second line or more begins with one. */
export function lineChanges(lines: readonly string[]): VoicedRow[][] {
  const dashed = lines.filter((line) => DASH.test(line)).length;
  if (dashed < 2 || dashed < lines.length * DASHED_SHARE) return voiceChanges(lines.map((line) => [line]));
  return lines.map((line) => line.split(DASH_INSIDE).map((part) => without(DASH, part)));
}

const plain = (text: string): VoicedRow => ({ text, isChange: false });
