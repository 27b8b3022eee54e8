import { AutoModelForSequenceClassification, AutoTokenizer, Tensor } from '@huggingface/transformers';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { z } from '../../lib/zod.ts';
import { encoderInputs, encodeText, frameOf } from './encoded-text.ts';
import { type LoadTextModelOptions, loadTextModel } from './load-text-model.ts';
import { softmax } from './softmax.ts';

/** Scores labels for a whole text. */
export interface TextClassifierModel {
  /** @returns every label with its probability, best first; they sum to 1 if only one label can apply */
  classify(text: string): Promise<{ label: string; score: number }[]>;
  dispose(): Promise<void>;
}

const labelledConfig = z.object({
  id2label: z.record(z.string(), z.string()),
  problem_type: z.string().nullish(),
  max_position_embeddings: z.int().positive().optional(),
});

const USUAL_POSITIONS = 512;
/** RoBERTa's positions start after its padding. */
const UNUSED_POSITIONS = 2;

const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

/**
 * Loads a text classifier in the transformers.js layout. Texts longer than the model's input are split into parts of
 * equal length whose scores are averaged.
 *
 * @throws AppError `model_missing` if `files` lacks a file
 */
export async function loadTextClassifier(options: LoadTextModelOptions): Promise<TextClassifierModel> {
  return loadTextModel(options, async (modelId, pretrained) => {
    const [tokenizer, model] = await Promise.all([
      AutoTokenizer.from_pretrained(modelId),
      AutoModelForSequenceClassification.from_pretrained(modelId, pretrained),
    ]);
    const config = labelledConfig.parse(model.config);
    const labels = Object.entries(config.id2label);
    const positions = Math.min(config.max_position_embeddings ?? USUAL_POSITIONS, USUAL_POSITIONS);
    const { begin, end } = frameOf(tokenizer);
    const room = positions - UNUSED_POSITIONS - begin.length - end.length;

    const weigh = async (part: readonly number[]): Promise<number[]> => {
      const { logits } = await model(encoderInputs([...begin, ...part, ...end]));
      if (!(logits instanceof Tensor)) throw unusable();
      const values = Array.from(logits.data, Number);
      return config.problem_type === 'multi_label_classification' ? values.map(sigmoid) : softmax(values);
    };

    return {
      async classify(text) {
        const ids = encodeText(tokenizer, text);
        const count = Math.max(Math.ceil(ids.length / room), 1);
        const length = Math.ceil(ids.length / count);
        const sums = labels.map(() => 0);
        for (let part = 0; part < count; part++) {
          const chances = await weigh(ids.slice(part * length, (part + 1) * length));
          for (const [place, [id]] of labels.entries()) {
            sums[place] = (sums[place] ?? 0) + (chances[Number(id)] ?? 0) / count;
          }
        }
        return labels
          .map(([, label], place) => ({ label, score: sums[place] ?? 0 }))
          .sort((a, b) => b.score - a.score);
      },
      async dispose() {
        await model.dispose();
      },
    };
  });
}

const unusable = () =>
  new AppError('model_missing', msg`The model that classifies texts cannot be used: it is incompatible.`, {
    remedy: msg`Delete it and install another.`,
  });
