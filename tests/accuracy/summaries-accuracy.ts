import { spokenSentences } from '../../src/addons/spoken-sentences.ts';
import { extractSummary } from '../../src/addons/summarization/extract-summary.ts';
import type { Utterance } from '../../src/contract/transcripts/utterance.ts';
import { toTranscriptionLanguage } from '../../src/engine/transcript/transcription-language.ts';
import { spokenUtterance } from '../fakes/spoken-utterance.ts';
import type { Figure } from '../runner/figure.ts';
import type { SectionReport } from './accuracy-section.ts';
import calls from './summaries/calls.json' with { type: 'json' };
import unseen from './summaries/unseen-calls.json' with { type: 'json' };

const TARGETS = { general: 70, concise: 40 } as const;

interface Call {
  name: string;
  language: string;
  /** Speaker and text of each turn. */
  said: readonly (readonly (number | string)[])[];
  /** Of each key fact, what a summary that has it contains. */
  facts: readonly (readonly string[])[];
}

/**
 * Summaries by rules of invented calls and meetings: how many of their key facts they contain, and how long they are.
 * The first calls were in view while the rules were written; by the figure of the second, lists were widened and a share was set.
 */
export async function summariesAccuracy(): Promise<SectionReport> {
  const seen = measure(calls, 'invented calls');
  const fresh = measure(unseen, 'calls written later');
  return { figures: [...seen.figures, ...fresh.figures], details: seen.missed, failed: 0 };
}

function measure(calls: readonly Call[], what: string) {
  const figures: Figure[] = [];
  const missed: { call: string; type: string; facts: string[]; summary: string }[] = [];
  for (const type of ['general', 'concise'] as const) {
    let [found, all, letters, summaryLetters] = [0, 0, 0, 0];
    for (const { name, language, said, facts } of calls) {
      const utterances: Utterance[] = [];
      for (const [speaker, text] of said) {
        const start = (utterances.at(-1)?.end ?? 0) + 0.5;
        const options = { start, speaker: Number(speaker), language: toTranscriptionLanguage(language) };
        utterances.push(spokenUtterance(String(text), options));
      }
      const summary = extractSummary(spokenSentences({ utterances }), type);
      const missing = facts.filter((fact) => !fact.every((part) => summary.includes(part)));
      found += facts.length - missing.length;
      all += facts.length;
      letters += said.reduce((sum, [, text]) => sum + String(text).length, 0);
      summaryLetters += summary.length;
      console.log(`${type.padEnd(10)}${name.padEnd(30)}${facts.length - missing.length} of ${facts.length}`);
      missed.push({ call: name, type, facts: missing.map((fact) => fact.join(' … ')), summary });
    }
    const about = `of ${calls.length} ${what}`;
    figures.push(
      {
        section: 'summaries',
        name: `${type}, by rules: ${all} key facts ${about}`,
        value: (found / all) * 100,
        unit: '%',
        atLeast: TARGETS[type],
      },
      {
        section: 'summaries',
        name: `${type}, by rules: letters ${about}`,
        value: (summaryLetters / letters) * 100,
        unit: '%',
      },
    );
  }
  return { figures, missed };
}
