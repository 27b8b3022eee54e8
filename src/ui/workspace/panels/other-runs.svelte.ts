import { machineTranscript, versions } from '../../../client/corrections/corrected-transcripts.ts';
import { machineOf, otherRuns } from '../../../client/jobs/other-runs.ts';
import type { PreRecordedJob } from '../../../contract/jobs/pre-recorded-job.ts';
import { replaceAll } from '../../../document/edits/change.ts';
import { carryOver } from '../../../document/runs/carry-over.ts';
import { takeSpan } from '../../../document/runs/take-span.ts';
import { formatClock } from '../../../lib/format-clock.ts';
import type { AppState } from '../../app/app-state.svelte.ts';
import { formatDate } from '../../parts/format-date.ts';
import { languageName } from '../../parts/language-name.ts';
import { modelLabel } from '../../parts/model-label.ts';
import { translate } from '../../texts/texts.ts';
import type { EditorState } from '../editor-state.svelte.ts';

const STORED = 'earshot-known-runs';
/** Ids that are remembered. */
const MOST = 300;

/** Ids of runs that somebody has compared, used or dismissed. */
let known = $state.raw<readonly string[]>((localStorage.getItem(STORED) ?? '').split(' '));

export const isNewRun = ({ id, status }: { id: string; status: string }): boolean =>
  status === 'done' && !known.includes(id);

export function knowRun(id: string): void {
  known = [id, ...known.filter((one) => one !== id)].slice(0, MOST);
  localStorage.setItem(STORED, known.join(' '));
}

export const spanIn = (run: PreRecordedJob) => run.request_params?.span;

/** What identifies a run: its part of the recording, the languages and the model, and when it was made. */
export function runName(run: PreRecordedJob): string {
  const span = spanIn(run);
  return [
    ...(span ? [`${formatClock(span.start)}–${formatClock(span.end)}`] : []),
    ...(run.result?.transcription?.languages ?? []).map(languageName),
    modelLabel(String(run.post_session_metadata.model ?? '')),
    ...(run.request_params?.quality === 'careful' ? [translate('Careful')] : []),
    formatDate(new Date(run.created_at)),
  ].join(', ');
}

/** Makes a run's transcript the present one; the former is kept as a version, and corrections are carried over. */
export async function takeRun(app: AppState, editor: EditorState, run: PreRecordedJob): Promise<void> {
  const { document } = editor;
  await versions.keep(editor.id, document, 'Before another run');
  const whole = (await otherRuns(app.api, editor.job)).filter((one) => !spanIn(one));
  const machine = machineOf(document, [editor.job, ...whole]);
  const next = machineTranscript(run).document;
  const span = spanIn(run);
  const taken = span ? takeSpan(machine, document, next, span) : carryOver(machine, document, next);
  await editor.act((now) => replaceAll(now, taken.document), { label: 'transcript of another run' });
  knowRun(run.id);
  app.say(`The other transcript is in use. ${taken.carried} corrections were kept.`);
}
