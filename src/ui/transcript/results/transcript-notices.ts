import { addonViews } from '../../../addons/addon-views.ts';
import { addonEnvelope } from '../../../contract/addons/addon-envelope.ts';
import type { TranscriptionResult } from '../../../contract/transcripts/transcription-result.ts';
import { textOf } from '../../../lib/errors/msg.ts';
import { z } from '../../../lib/zod.ts';
import { shownMessage, shownText } from '../../texts/shown-message.ts';
import { translate } from '../../texts/texts.ts';

const envelope = addonEnvelope(z.unknown()).optional().catch(undefined);

/**
 * What concerns people about the transcript itself: what became of the speakers, and of add-ons whose results are in
 * the texts rather than shown by themselves.
 *
 * @param known texts that are shown elsewhere
 * @param offered keys of what has an offer of the missing model instead
 */
export function transcriptNotices(
  result: TranscriptionResult,
  known: readonly string[] = [],
  offered: readonly string[] = [],
): string[] {
  const notices =
    result.diarization?.error && !offered.includes('diarization')
      ? [`Speakers: ${shownMessage(textOf(result.diarization.error))}`]
      : [];
  for (const [key, { label, result: view }] of addonViews) {
    const given =
      view === null && !offered.includes(key) ? envelope.parse(Reflect.get(result, key)) : undefined;
    if (!given) continue;
    const texts = given.success ? given.texts : given.error?.texts;
    const reported = given.success ? (given.incomplete ?? []) : [given.error?.message ?? ''];
    const news = reported.filter((text) => text !== '' && !known.some((one) => text.includes(one)));
    notices.push(...news.map((text) => `${translate(label)}: ${shownText(text, texts)}`));
  }
  return notices;
}

/**
 * Notes of a job without those that are shown elsewhere: in an envelope, or in the line above a draft.
 *
 * @param known those of the line above a draft
 */
export function otherNotes(
  notes: readonly string[],
  result: TranscriptionResult | null,
  known: readonly string[],
): string[] {
  const shown = new Set([
    ...known,
    ...Object.entries(result ?? {}).flatMap(([key, given]) =>
      (envelope.parse(given)?.incomplete ?? []).map((text) => `${key}: ${text}`),
    ),
  ]);
  return notes.filter((note) => !shown.has(note));
}
