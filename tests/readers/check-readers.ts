import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FORMAT_FILES, TRANSCRIPT_FORMATS } from '../../src/contract/transcripts/transcript-formats.ts';
import { clipsOf } from '../../src/document/cuts/clips.ts';
import { keptParts } from '../../src/document/cuts/kept-parts.ts';
import { writeCutEdl } from '../../src/document/cuts/write-cut-edl.ts';
import { writeCutFcpxml } from '../../src/document/cuts/write-cut-fcpxml.ts';
import { writeOtio } from '../../src/document/cuts/write-otio.ts';
import { exportView } from '../../src/document/formats/export-view.ts';
import { writePdf } from '../../src/document/formats/pdf/write-pdf.ts';
import { framesPerSecond } from '../../src/document/formats/timecode.ts';
import { makeDocument } from '../../src/document/make-document.ts';
import { serialize } from '../../src/document/serialize.ts';
import { spokenParagraphs } from '../../src/document/spoken-paragraphs.ts';
import { sampleDocument } from './sample-document.ts';

/**
 * `npx tsx tests/readers/check-readers.ts`: writes a difficult transcript and an empty one in every format and has them
 * read by programs that are not ours. Those are Python packages, which the project does not need: what is missing is
 * left out with a message. PYTHON names the interpreter, EAF_SCHEMA the schema EAFv3.0.xsd, which the sources of pympi-ling
 * hold in their folder test.
 */
const PYTHON = process.env.PYTHON ?? 'python3';
const folder = mkdtempSync(join(tmpdir(), 'earshot-exports-'));
const document = sampleDocument();
const about = { id: crypto.randomUUID(), revision: 1, edited_at: '2026-01-02T03:04:05.678Z' };
/** EDL counts one day. */
const short = { ...document, duration: 7400, paragraphs: document.paragraphs.slice(0, -1) };

function write(name: string, from: typeof document, timestamps: 'paragraph' | 'line') {
  for (const format of TRANSCRIPT_FORMATS) {
    const options = { names: true, title: 'Talk <1>', timestamps, template: '{{text}}' };
    const { content } = serialize(
      format === 'edl' ? { ...from, ...(from === document && short) } : from,
      format,
      about,
      options,
    );
    const extension = format === 'audacity' ? 'labels.txt' : FORMAT_FILES[format].extension;
    writeFileSync(join(folder, `${name}.${extension}`), content);
  }
}

/** What remains of the recording as edit lists; returns the seconds of each clip. */
function writeCuts() {
  const recording = {
    name: 'Talk & more.mp4',
    duration: short.duration,
    hasVideo: true,
    frameRate: '25',
  } as const;
  const parts = keptParts(short, 1);
  writeFileSync(join(folder, 'cut.edl'), writeCutEdl(parts, recording));
  writeFileSync(join(folder, 'cut.fcpxml'), writeCutFcpxml(parts, recording));
  writeFileSync(join(folder, 'cut.otio'), writeOtio(parts, recording));
  const rate = framesPerSecond(recording.frameRate);
  return clipsOf(parts, recording).map(({ from, frames }) => [from / rate, frames / rate]);
}

try {
  write('talk', document, 'paragraph');
  write('lines', document, 'line');
  write('empty', makeDocument([], 10), 'paragraph');
  writeFileSync(join(folder, 'talk.pdf'), writePdf(exportView(short, about, { names: true, title: 'Talk' })));
  const cuts = writeCuts();
  const paragraphs = spokenParagraphs(document, { names: true });
  writeFileSync(
    join(folder, 'expected.json'),
    JSON.stringify({
      paragraphs: paragraphs.map(({ speaker_name, start, end, text, words }) => ({
        speaker: speaker_name,
        start,
        end,
        text,
        words: words.length,
      })),
      cuts,
      chapters: document.chapters,
      duration: document.duration,
    }),
  );
  const { error, status } = spawnSync(PYTHON, [join(import.meta.dirname, 'read_exports.py'), folder], {
    stdio: 'inherit',
    env: { ...process.env, PYTHONUTF8: '1' },
  });
  if (error) console.log(`Left out: ${PYTHON} cannot be started (${error.message}).`);
  process.exitCode = status ?? 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
