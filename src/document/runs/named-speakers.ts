import type {
  CorrectedTranscript,
  DocumentSpeaker,
  Paragraph,
} from '../../contract/transcripts/corrected-transcript.ts';

const overlap = (one: Paragraph, other: Paragraph) =>
  one.channel === other.channel
    ? Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start))
    : 0;

/** The new speakers with the names and colours of those who spoke at the same times before, by seconds. */
export function namedSpeakers(edited: CorrectedTranscript, next: CorrectedTranscript): DocumentSpeaker[] {
  const taken = new Set<string>();
  const votes = next.speakers.map((speaker) => {
    const seconds = new Map<string, number>();
    for (const own of next.paragraphs.filter((paragraph) => paragraph.speaker === speaker.id))
      for (const before of edited.paragraphs) {
        if (before.speaker === null || before.start >= own.end || before.end <= own.start) continue;
        seconds.set(before.speaker, (seconds.get(before.speaker) ?? 0) + overlap(own, before));
      }
    return { speaker, ranked: [...seconds].toSorted(([, a], [, b]) => b - a) };
  });
  const most = ({ ranked }: (typeof votes)[number]) => ranked[0]?.[1] ?? 0;
  const named = new Map<string, DocumentSpeaker>();
  for (const { speaker, ranked } of votes.toSorted((a, b) => most(b) - most(a))) {
    const id = ranked.find(([one]) => !taken.has(one))?.[0];
    const before = edited.speakers.find((one) => one.id === id);
    if (before) taken.add(before.id);
    named.set(speaker.id, before ? { ...speaker, name: before.name, colour: before.colour } : speaker);
  }
  return next.speakers.map((speaker) => named.get(speaker.id) ?? speaker);
}
