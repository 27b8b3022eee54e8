import type { ListedModel, ModelPurpose } from '../../client/models/listed-model.ts';
import { translate } from '../texts/texts.ts';

const TITLES: Readonly<Record<ModelPurpose, { title: string; text: string }>> = {
  transcribe: { title: 'Transcribe', text: 'Speech to text.' },
  speakers: { title: 'Tell speakers apart', text: 'One of each kind is needed.' },
  punctuation: {
    title: 'Add punctuation',
    text: 'For text without it. Works in a simple form without a model.',
  },
  translation: { title: 'Translate', text: 'Pairs of languages, or one model for all.' },
  writing: {
    title: 'Summaries and questions',
    text: 'Language models. Without one, a summary is made of sentences of the transcript.',
  },
  search: { title: 'Find by meaning', text: 'Beside the search for words, on this device.' },
  names: {
    title: 'Find names',
    text: 'People, places and organisations. Works in a simple form without a model.',
  },
  redaction: {
    title: 'Redact personal data',
    text: 'In addition to the rules that are built in.',
  },
  emotions: { title: 'Sentiment and emotions', text: 'Works in a simple form without a model.' },
  language: {
    title: 'Recognise languages',
    text: 'Of speech, for models that must be told it, and of texts.',
  },
};

export interface ModelGroup {
  purpose: ModelPurpose;
  title: string;
  text: string;
  models: ListedModel[];
}

/** Models by what they do for a person, those that can be downloaded and run here first. */
export function groupModels(models: readonly ListedModel[]): ModelGroup[] {
  const purposes = Object.keys(TITLES) as ModelPurpose[];
  return purposes.flatMap((purpose) => {
    const members = models.filter((model) => model.purpose === purpose);
    const place = (model: ListedModel) =>
      model.state !== 'absent' ? 0 : model.unusable !== null ? 2 : model.downloadable ? 1 : 3;
    return members.length > 0
      ? [
          {
            purpose,
            title: translate(TITLES[purpose].title),
            text: translate(TITLES[purpose].text),
            models: members.toSorted((a, b) => place(a) - place(b)),
          },
        ]
      : [];
  });
}
