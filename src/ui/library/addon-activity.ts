const ACTIVITIES: Readonly<Record<string, string>> = {
  audio_to_llm: 'Answering prompts',
  custom_spelling: 'Spelling',
  custom_vocabulary: 'Looking for your terms',
  display_mode: 'Ordering utterances',
  name_consistency: 'Comparing names',
  named_entity_recognition: 'Finding names and facts',
  pii_redaction: 'Redacting',
  punctuation_enhanced: 'Adding punctuation',
  sentences: 'Finding sentences',
  sentiment_analysis: 'Judging the mood',
  structured_data_extraction: 'Extracting data',
  subtitles: 'Making subtitles',
  summarization: 'Summarising',
  translation: 'Translating',
};

/** What a job is at while an add-on runs; `addon` is its key on the wire. */
export const addonActivity = (addon: string): string => ACTIVITIES[addon] ?? 'Working on the transcript';
