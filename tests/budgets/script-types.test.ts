import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const DIST = join(import.meta.dirname, '../../dist');

/** Code that page authors may write; its last lines are errors. */
const USE = `
import earshot, { AppError, transcribe, watch } from './earshot.js';
import { connect, SpeechError } from './embed.js';

const stt = await connect({ src: 'https://speech.example', signal: AbortSignal.timeout(1000) });
const job = await stt.transcribe(new Blob([]), { model: 'stt-3', diarization: true }, {
  onUpdate: ({ progress, waiting }): [number, number | undefined] => [progress, waiting?.bytes],
});
export const words: { word: string; start: number }[] =
  job.result.transcription?.utterances.flatMap(({ words }) => words) ?? [];
export const threads: number = stt.capabilities.threads;
for await (const { status } of watch(job.id)) {
  const known: 'queued' | 'processing' | 'done' | 'error' = status;
  console.log(known);
}
export const key: string = await earshot.key();
export const codeOf = (error: unknown): 'not_found' | string | null =>
  error instanceof AppError || error instanceof SpeechError ? error.code : null;

// @ts-expect-error There is no such model.
await transcribe('https://speech.example/a.wav', { model: 'none' });
// @ts-expect-error An id is needed.
await stt.cancel();
`;

describe('the types of the scripts for pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-types-'));
  beforeAll(() => {
    for (const types of ['earshot.d.ts', 'embed.d.ts']) copyFileSync(join(DIST, types), join(folder, types));
    writeFileSync(join(folder, 'use.ts'), USE);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('stand alone, and match how the scripts are used', { timeout: 240_000 }, () => {
    const program = ts.createProgram([join(folder, 'use.ts')], {
      strict: true,
      noEmit: true,
      skipDefaultLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
      types: [],
    });
    const faults = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(faults).toEqual([]);
  });
});
