import type { PiiEntityType } from '../../../contract/transcripts/pii-entity-type.ts';
import { CODES } from '../../cues/cue-schema.ts';
import { allCueRows, cuesSource, wordClass } from '../../cues/cues.ts';
import { CODE_SHAPES, type CodeShape } from './code-shapes.ts';

/** A value identified by the words before it. */
export interface ContextWords extends CodeShape {
  /** Words before the value; part of a folded pattern. */
  words: string;
}

/** Languages that these tables cover. */
export const CONTEXT_LANGUAGES: ReadonlySet<string> = new Set(['en', 'fr', 'de', 'es', 'it']);

/** In all languages; the first kind of context that fits wins. */
export const CONTEXT_WORDS: readonly ContextWords[] = CODES.map((code) => ({
  ...CODE_SHAPES[code],
  words: cuesSource(allCueRows('code').flatMap((row) => (row.code === code ? row.cues : []))),
}));

/** Words that may stand between context words and its value. */
export const LINK_WORDS = wordClass('codeLink');

export const VERBS = "(?:is|are|was|'s|it's|=|:|est|c'est|ist|lautet|war|es|son|era|e|è|sono)";

/** A password or user name: any word after a verb. */
export const SECRET_WORDS: readonly { type: PiiEntityType; words: string }[] = (
  ['PASSWORD', 'USERNAME'] as const
).map((type) => ({
  type,
  words: cuesSource(allCueRows('secret').flatMap((row) => (row.type === type ? row.cues : []))),
}));

/** What follows a password in talk, as part of a folded pattern. */
export const SECRET_STOPS =
  "(?:and|but|or|so|then|now|please|thanks?|which|that|because|for|with|if|when|can|could|would|will|is|was|are|it|its|it's|i|i'm|i've|you|we|they|he|she|my|the|a|an|on|in|at|to|not|okay|ok|yes|no|right|spelled|all|works?|worked|expires?|expired|fonctionne|marche|funktioniert|geht|lauft|funciona|caduca|funziona|scade|et|mais|ou|merci|je|il|und|aber|oder|bitte|danke|ich|es|y|pero|gracias|por|yo|ma|grazie|per|io|e|o)(?![\\p{L}\\p{N}'])";

/** After a verb these mean that there is no value: "my password is not working". */
export const NO_SECRET: ReadonlySet<string> = new Set(
  (
    'on under behind written printed posted at sur dans sous chez derriere devant affiche ecrit ecrite auf unter hinter im am an bei hangt steht klebt geschrieben en sobre debajo detras escrita escrito sul sulla sullo nel nella sotto dietro scritta scritto ' +
    'broken loose stuck slow hot down rusty sticky made not wrong incorrect correct expired invalid required needed the a an too very so still being never always longer weak strong safe unique case no my in on at to for of that what something saved stored working gone lost okay ok taken blocked locked fine used reset changed good bad right available easy hard difficult simple short secret private hidden visible shared known unknown different similar empty blank missing old outdated default encrypted hashed important ' +
    'already schon leider dasselbe dieselbe unsicher bereits wie immer faux fausse errone erronee toujours confidentiel confidentielle deja falsa falso erronea erroneo segura seguro sempre quella quello sbagliato stessa stesso mismo misma siempre ' +
    'facile difficile simple court secret einfach leicht schwer geheim kurz lang alt neu leer facil dificil sencilla secreta larga corta complicada semplice segreta lunga corta complicata vuota ' +
    'forgotten mandatory disabled compromised oublie oubliee perdu perdue change changee vole volee requis requise vergessen verloren erforderlich notig gesperrt geandert gestohlen zuruckgesetzt obligatoria obligatorio olvidada perdida robada caducada cambiada necesaria dimenticata persa obbligatoria necessaria rubata cambiata ' +
    'pas plus incorrect expire invalide obligatoire trop le la un une ce que ma mon ' +
    'nicht falsch abgelaufen ungultig zu sehr der die das ein eine mein noch kein richtig sicher ' +
    'no incorrecta incorrecto invalida muy demasiado el la un una que mi ' +
    'non sbagliata errata scaduta troppo il la un una che mia mio corretta sicura'
  ).split(' '),
);

/** What people say who were asked for a password and do not tell it. */
export const NO_ANSWER =
  /^(?:let me (?:check|see|look|think|find|get|try|ask|just)|let's see|which|what|why|who|how|where|when|i'm|i've|hold on|hang on|wait|one (?:moment|second|sec|minute)|just an? |give me|not sure|sorry|pardon|excuse me|dunno|good question|no idea|kein\p{L}* (?:ahnung|idee)|weiss|moment|augenblick|wart\p{L}*|welche[rs]?|warum|wieso|ich|je|j'|aucune idee|lequel|quel|pourquoi|attend\p{L}*|ni idea|espere|cual|nessuna idea|boh|quale|aspett\p{L}*)(?![\p{L}\p{N}])/u;
