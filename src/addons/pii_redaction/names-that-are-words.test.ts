import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { namesFor, redactUtterances } from './run.ts';

async function redacted(said: string, language: Utterance['language'] = 'en'): Promise<string> {
  const utterances = [{ ...utteranceOf(said, 'en'), language }];
  const tools = { tokenClassifier: async () => null, onProgress: () => undefined };
  const { spans } = await namesFor(utterances, new Set(['NAME']), tools);
  return redactUtterances(utterances, { entity_types: ['NAME'], processed_text_type: 'MASK' }, spans)
    .utterances.map(({ text }) => text)
    .join(' ');
}

describe('names that are words', { timeout: 60_000 }, () => {
  it.each([
    [
      'en',
      'hello my name is will smith and i live in reading',
      'hello my name is #### ##### and i live in reading',
    ],
    ['en', 'this is mark speaking', 'this is #### speaking'],
    ['en', "hi i'm bill from accounting", "hi i'm #### from accounting"],
    ['en', 'this is chase calling', 'this is ##### calling'],
    ['en', 'my name is may lin', 'my name is ### ###'],
    ['en', 'my name is will and i need help', 'my name is #### and i need help'],
    ['en', "it's grace again", "it's ##### again"],
    ['en', 'mark speaking how can i help', '#### speaking how can i help'],
    ['en', 'i spoke to mark yesterday', 'i spoke to #### yesterday'],
    ['en', 'this is frank miller', 'this is ##### ######'],
    ['en', 'mark here', '#### here'],
    ['en', 'they call me rich', 'they call me ####'],
    ['en', 'hi this is doctor white speaking', 'hi this is doctor ##### speaking'],
    ['en', 'it is lily from the clinic', 'it is #### from the clinic'],
    ['en', 'this is bishop carter returning your call', 'this is ###### ###### returning your call'],
    ['en', 'ask for jasmine when you get here', 'ask for ####### when you get here'],
    ['en', 'the account is under faith hunter', 'the account is under ##### ######'],
    ['en', "i'm ray and this is my wife dawn", "i'm ### and this is my wife ####"],
    ['it', 'parlo con vittoria leone', 'parlo con ######## #####'],
    ['en', 'could you put sue on the phone', 'could you put ### on the phone'],
    ['de', 'guten tag frau lang ich rufe an', 'guten tag frau #### ich rufe an'],
    ['de', 'ich bin der ernst vom kundendienst', 'ich bin der ##### vom kundendienst'],
    ['de', 'hallo hier ist rosa klein am apparat', 'hallo hier ist #### ##### am apparat'],
    ['fr', 'je suis olivier boulanger du service client', 'je suis ####### ######### du service client'],
    ['es', 'habla pilar de contabilidad', 'habla ##### de contabilidad'],
    ['it', 'ciao sono rosa bianchi', 'ciao sono #### #######'],
    ['de', 'ich heiße sebastian kurz', 'ich heiße ######### ####'],
    ['de', 'mein name ist ernst lang und ich rufe an', 'mein name ist ##### #### und ich rufe an'],
  ] as const)('are found behind a cue without capitals: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });

  it.each([
    ['April and May went home. June came in March.', '##### and ### went home. #### came in March.'],
    ['Drew drew a picture. Rob did not rob anyone.', '#### drew a picture. ### did not rob anyone.'],
    ['Chase chased me.', '##### chased me.'],
    ['Is April there? April is not here.', 'Is ##### there? ##### is not here.'],
    ['This is Summer speaking.', 'This is ###### speaking.'],
    ['Hi Will, thanks for calling.', 'Hi ####, thanks for calling.'],
    ['Ask June or August about it.', 'Ask #### or ###### about it.'],
    ['Will Turner called.', '#### ###### called.'],
    ['June Carter came in June.', '#### ###### came in June.'],
    ['SERGE AND JOHN DOE CAME.', '##### AND #### ### CAME.'],
    ['ANNA BERG AND MARK CAME TO THE OFFICE.', '#### #### AND #### CAME TO THE OFFICE.'],
  ])('are found where people stand: %s', async (said, left) => {
    expect(await redacted(said)).toBe(left);
  });

  it.each([
    ['en', 'April was cold, and summer came early. We go in June or July.'],
    ['en', 'Summer is here and winter is coming. Will you come in May? May I?'],
    ['en', 'The bill came to ninety dollars. We hope and pray. Hope is all we have.'],
    ['en', "this is great speaking to you, i'm sick from the food"],
    ['en', 'THIS IS A TEST OF THE ALARM SYSTEM.'],
    ['en', 'my name is not on the list and may i help you'],
    ['en', "it's summer here and i'm frank with you"],
    ['en', 'i will be there in may and mark it in the calendar'],
    ['de', 'ich bin neu hier, es dauert lang und ich bin kurz weg'],
  ] as const)('are words elsewhere: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });

  it.each([
    ['de', 'ich bin klein mein herz ist rein'],
    ['de', 'der wolf und der fuchs gingen in den wald'],
    ['fr', 'je suis petit et un peu blanche'],
    ['es', 'soy rubio y alto'],
    ['it', 'sono felice e bianca'],
    ['it', 'sono rossi i fiori e la costa è bella'],
  ] as const)('are words where nobody says who speaks: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });
});

describe('who is greeted by what is no name', { timeout: 60_000 }, () => {
  it.each([
    ['en', 'hi love'],
    ['en', 'Hi love.'],
    ['en', 'hello love, how are you?'],
    ['en', 'thanks mate'],
    ['en', 'hey pal'],
    ['en', 'hi duck'],
    ['it', 'ciao bella'],
    ['it', 'ciao bella, come stai?'],
    ['it', 'ciao amico'],
    ['de', 'hallo engel'],
    ['es', 'hola guapa'],
    ['fr', 'salut chérie'],
  ] as const)('is not redacted in %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });

  it.each([
    ['en', 'hi grace', 'hi #####'],
    ['it', 'ciao marco', 'ciao #####'],
    ['it', 'Ciao Bella, come stai?', 'Ciao #####, come stai?'],
    ['de', 'hallo otto', 'hallo ####'],
  ] as const)('is a name in %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });
});
