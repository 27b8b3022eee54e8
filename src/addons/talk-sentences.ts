import type { Utterance, Word } from '../contract/transcripts/utterance.ts';
import { hasSeveralChannels, voiceName } from '../contract/transcripts/voice-name.ts';
import { findSentences, type Sentence } from '../engine/transcript/find-sentences.ts';
import type { Talk } from '../language/cues/cue-schema.ts';
import { talkIn, talkText } from '../language/cues/talk.ts';
import { findPeople } from '../language/entities/names/find-people.ts';

/** A person whom a sentence names. */
interface NamedPerson {
  name: string;
  /** Indices of the words in the sentence; `to` is exclusive. */
  from: number;
  to: number;
}

/** A sentence with what the rules ask of it. */
export interface ReadSentence extends Sentence {
  /** Who says it; null if there is only one voice. */
  voice: string | null;
  isQuestion: boolean;
  people: readonly NamedPerson[];
  is(of: Talk): boolean;
  /** Until when, as it is said. */
  due: string | null;
}

const bare = (text: string): string => text.replaceAll(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '');

/** The sentences of a transcript, as the rules read them. */
export async function readSentences(utterances: readonly Utterance[]): Promise<ReadSentence[]> {
  const people = await wordsOfPeople(utterances);
  const severalChannels = hasSeveralChannels(utterances);
  const isAlone = new Set(utterances.map(({ channel, speaker }) => `${channel}/${speaker}`)).size < 2;
  return findSentences(utterances).map((sentence) => {
    const { text, language } = sentence;
    const said = talkText(text);
    const due = talkIn(said, language, 'due');
    return {
      ...sentence,
      voice: isAlone ? null : voiceName(sentence, severalChannels),
      isQuestion: /[?？؟]["”»\s]*$/u.test(text),
      people: namedIn(sentence.words, people),
      is: (of) => talkIn(said, language, of) !== null,
      due: due && text.slice(...due),
    };
  });
}

/** The words that are in names of people. */
async function wordsOfPeople(utterances: readonly Utterance[]): Promise<Set<Word>> {
  const found = new Set<Word>();
  for (const language of new Set(utterances.map((one) => one.language))) {
    const indices = [...utterances.keys()].filter((index) => utterances[index]?.language === language);
    for (const { utterance, from, to } of await findPeople(utterances, indices, language, []))
      for (const word of utterances[utterance]?.words.slice(from, to) ?? []) found.add(word);
  }
  return found;
}

function namedIn(words: readonly Word[], people: ReadonlySet<Word>): NamedPerson[] {
  const named: NamedPerson[] = [];
  for (const [at, word] of words.entries()) {
    if (!people.has(word)) continue;
    const last = named.at(-1);
    const goesOn = last?.to === at && !/\p{P}$/u.test(words[at - 1]?.word ?? '');
    if (last && goesOn) Object.assign(last, { name: `${last.name} ${bare(word.word)}`, to: at + 1 });
    else named.push({ name: bare(word.word), from: at, to: at + 1 });
  }
  return named;
}
