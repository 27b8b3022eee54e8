/** More would be likenesses by chance. */
const MOST_TERMS = 40;
const MOST_WORDS_OF_TERM = 5;
/** Longer than any name: a text without spaces, which would be compared with every word that is said. */
const LONGEST_WORD = 60;

/** A word with a digit, or with a capital after its first letter: GPT-4o, iPhone, DALL·E. */
const MARKED = /\p{N}.*\p{L}|\p{L}.*\p{N}|.\p{Lu}/u;
const CAPITAL = /^\p{Lu}/u;
/** Marks around a word that are no part of it. */
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#]+$/gu;
/** Words with a capital anywhere that are no names: English I, and polite forms of German. */
const NO_NAME = /^(?:I(?:['’].*)?|Sie|Ihnen|Ihr(?:e[mnrs]?)?)$/u;
const ENDS_SENTENCE = /[.!?…:][^\p{L}\p{N}]*$/u;
const ENDS_PIECE = /[,;.!?…:)\]”"、。][^\p{L}\p{N}]*$/u;

interface Word {
  text: string;
  startsSentence: boolean;
  endsPiece: boolean;
}

/** Each once: capitals where no sentence begins, and digits or capitals inside words. Neighbours are one term. */
export function termsOfPrompt(prompt: string): string[] {
  const words = wordsOf(prompt);
  const isList = words.every(({ text }) => MARKED.test(text) || CAPITAL.test(text));
  const isName = ({ text, startsSentence }: Word) =>
    text.length > 1 &&
    !NO_NAME.test(text) &&
    (MARKED.test(text) || (CAPITAL.test(text) && (isList || !startsSentence)));
  const terms: string[] = [];
  let run: string[] = [];
  const close = () => {
    if (run.length > 0 && run.length <= MOST_WORDS_OF_TERM) terms.push(run.join(' '));
    run = [];
  };
  for (const word of words) {
    if (isName(word)) run.push(word.text);
    else close();
    if (word.endsPiece) close();
  }
  close();
  return [...new Set(terms)].slice(0, MOST_TERMS);
}

function wordsOf(prompt: string): Word[] {
  let startsSentence = true;
  return prompt
    .split(/\s+/u)
    .map((written) => {
      const part = written.length > LONGEST_WORD ? '.' : written;
      const text = part.replaceAll(AROUND, '');
      const word = { text, startsSentence, endsPiece: ENDS_PIECE.test(part) };
      startsSentence = ENDS_SENTENCE.test(part);
      return word;
    })
    .filter(({ text }) => text !== '');
}
