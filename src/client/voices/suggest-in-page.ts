import type { SuggestedName } from '../../addons/speaker_names/schema.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';

type SuggestNames = (utterances: readonly Utterance[]) => Promise<SuggestedName[]>;

let own: SuggestNames = async () => [];

/** Has this page look for names by itself. Called by pages that may be the host. */
export function suggestNamesHere(suggest: SuggestNames): void {
  own = suggest;
}

/** Who the speakers may be, by what they say; none in a page that cannot look. Nothing is stored. */
export const suggestNames: SuggestNames = (utterances) => own(utterances);
