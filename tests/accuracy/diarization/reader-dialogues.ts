/** How a speaker's voice reaches the microphone: throughout, or from the middle of what they say on. */
export type SoundWay = 'telephone' | 'far' | 'then far';

/** A person of a made dialogue. */
export interface DialogueReader {
  /** Clips of one person, relative to `../shared/audio`. */
  files: readonly string[];
  way?: SoundWay;
}

/** A dialogue that is made of clips of readers. */
export interface ReaderDialogue {
  name: string;
  /** `talk`: thresholds are chosen with it; `aside`: only measured. They share no voice. */
  kind: 'talk' | 'aside';
  readers: readonly DialogueReader[];
}

const one = (...files: string[]): DialogueReader => ({ files: files.map((file) => `corpus/${file}`) });
const commonVoice = (name: string) => one(`common-voice-en/common_voice_en_${name}.wav`);
const german = (name: string) => one(`cuttledoc-fleurs/fleurs-de-${name}.ogg`);
const spanish = (name: string) => one(`cuttledoc-fleurs/fleurs-es-${name}.ogg`);
const ocean = (...names: string[]) => one(...names.map((name) => `speechocean762/${name}.wav`));
const sentence = (language: string): DialogueReader => ({ files: [`leopard/test_${language}.wav`] });
const prompts = (...names: string[]) => one(...names.map((name) => `gcompris-voices/en_intro_${name}.ogg`));
const by = (way: SoundWay, reader: DialogueReader): DialogueReader => ({ ...reader, way });

const TALKS: Record<string, readonly DialogueReader[]> = {
  'German and English': [german('000'), commonVoice('17857617')],
  'German, and a call': [german('001'), by('telephone', commonVoice('19960287'))],
  'announcer and caller': [
    one('asterisk-sounds-en/ss-noservice.wav', 'asterisk-sounds-en/dir-intro.wav'),
    commonVoice('19783949'),
  ],
  'reader, and Spanish far away': [one('librosa-data/198-209-0000.ogg'), by('far', sentence('es'))],
  'three, one young': [german('002'), commonVoice('18709478'), commonVoice('20696080')],
  'three, two women': [
    german('003'),
    commonVoice('18039938'),
    one('vall-e-prompts/LJ049-0108_24K.wav', 'lhotse/LJ002-0020.wav', 'lhotse/LJ002-0035.wav'),
  ],
  'Italian, a man and a boy': [sentence('it'), commonVoice('22979800'), ocean('060990155')],
  'four, a girl among them': [
    german('004'),
    commonVoice('18890550'),
    ocean('054280040'),
    commonVoice('18575865'),
  ],
  'four, one by telephone': [
    german('005'),
    one('librosa-data/3436-172162-0000.ogg'),
    by('telephone', commonVoice('1858945')),
    ocean('021120161'),
  ],
  'Portuguese who walks away, and German': [by('then far', sentence('pt')), german('006')],
  'three, one far away': [
    german('007'),
    one('mfa/se10x016-08071999-1334_u0016002.wav', 'mfa/se10x016-08071999-1334_u0016003.wav'),
    by('far', one('vctk/p238_165.wav')),
  ],
  'four, two in a studio': [
    german('008'),
    one('vctk/p301_102.wav'),
    one('vctk/p314_272.wav'),
    ocean('001220159', '001220168'),
  ],
};

const ASIDE: Record<string, readonly DialogueReader[]> = {
  'Spanish and a boy': [spanish('000'), commonVoice('17899695')],
  'Spanish, and prompts by telephone': [spanish('002'), by('telephone', prompts('algebra_by', 'clickgame'))],
  'Spanish and English': [spanish('003'), commonVoice('17828252')],
  'prompts, and one far away': [
    prompts('chess_partyend', 'chronos'),
    by('far', one('kaldi-gstreamer-server/english_test.wav')),
  ],
  'three, one brief': [
    spanish('004'),
    commonVoice('20051938'),
    one('vall-e-prompts/8455_210777_000067_000000.wav'),
  ],
  'three languages': [
    spanish('005'),
    one(
      ...['一路平安', '一帆风顺', '一会儿', '七嘴八舌', '万古长青', '一毛不拔'].map(
        (words) => `audio-cmn/cmn-${words}.mp3`,
      ),
    ),
    commonVoice('22796563'),
  ],
  'Romanian, Chinese, and a call': [
    one('gcompris-voices/ro_intro_algebra_by.ogg'),
    by('telephone', commonVoice('23384793')),
    one('vall-e-prompts/ch_24k.wav'),
  ],
  'four, two brief': [
    spanish('006'),
    one('vall-e-prompts/8463_294825_000043_000000.wav'),
    commonVoice('19063148'),
    ocean('030200076', '030200164'),
  ],
  'four of four ages': [spanish('007'), ocean('096390012'), ocean('038370060'), commonVoice('678304')],
  'Spanish who walks away, and English': [
    by('then far', spanish('008')),
    one('parakeet.js/Harvard-L2-1.ogg'),
  ],
  'three, one quiet': [spanish('009'), one('deepspeech/new-home-in-the-stars-16k.wav'), commonVoice('78528')],
  'prompts and three callers': [
    prompts('clickanddraw', 'chronos'),
    commonVoice('18990243'),
    commonVoice('18265925'),
    one('kaldi-gstreamer-server/1234-5678.8k.wav'),
  ],
};

const named = (kind: ReaderDialogue['kind'], dialogues: typeof TALKS): ReaderDialogue[] =>
  Object.entries(dialogues).map(([name, readers]) => ({ name, kind, readers }));

/** Two to four people each: a dozen that thresholds are chosen with, and a dozen of other readers. */
export const READER_DIALOGUES: readonly ReaderDialogue[] = [
  ...named('talk', TALKS),
  ...named('aside', ASIDE),
];
