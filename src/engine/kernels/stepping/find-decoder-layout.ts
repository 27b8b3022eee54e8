import { OtherGraphError } from '../graphs/other-graph-error.ts';
import { type Branch, readBranch } from '../graphs/read-branch.ts';
import { BranchReader } from './branch-reader.ts';
import type { ByteProduct, DecoderLayer, DecoderLayout, Normalisation, Table } from './decoder-layout.ts';
import { findTable } from './find-table.ts';
import { type Attention, type FoundProduct, times } from './found-product.ts';
import { ProductReader } from './product-reader.ts';

/** The branch of a merged decoder that reads one token after others. */
const STEP = 'then_branch';
/** Operators of which an activation between two products may consist. */
const ACTIVATIONS: ReadonlySet<string> = new Set(['Mul', 'Div', 'Add', 'Erf', 'Gelu']);
const DEFAULT_EPSILON = 1e-5;

/**
 * What a step of a merged Whisper decoder computes with, if its weights are bytes that are multiplied as such (`MatMulInteger`). It is
 * read from the graph backwards, from the scores to the tokens, so names and order of its nodes do not matter.
 *
 * @param model decoder in ONNX format
 * @returns null if the graph is built otherwise
 */
export function findDecoderLayout(model: Uint8Array): DecoderLayout | null {
  try {
    const branch = readBranch(model, STEP);
    return branch && layoutOf(branch);
  } catch {
    // An unreadable file ends here, too: the runtime reports it at opening.
    return null;
  }
}

/** The same of a branch that was read. Throws Error if it is built otherwise. */
export const layoutOf = (branch: Branch): DecoderLayout => new LayoutReader(branch).read();

/** The branch that reads the first tokens, and computes the keys and values of the audio. */
const START = 'else_branch';

/** Keys and values of a window for one layer. */
export interface AudioProducts {
  key: ByteProduct;
  value: ByteProduct;
}

/** What keys and values of the audio are computed with, for each layer; null if the graph is built otherwise. */
export function findAudioProducts(model: Uint8Array, layers: number): AudioProducts[] | null {
  try {
    const branch = readBranch(model, START);
    if (!branch) return null;
    const products = new ProductReader(new BranchReader(branch));
    return Array.from({ length: layers }, (_, layer) => {
      const read = (part: string) => {
        const product = products.read(branch.outputs.get(`present.${layer}.encoder.${part}`) ?? '');
        if (product?.from !== 'encoder_hidden_states') throw new OtherGraphError('audio');
        return product;
      };
      return { key: read('key'), value: read('value') };
    });
  } catch {
    return null;
  }
}

class LayoutReader {
  readonly #graph: BranchReader;
  readonly #products: ProductReader;
  /** Name of the scores. */
  readonly #scores: string;

  constructor(branch: Branch) {
    this.#scores = branch.outputs.get('logits') ?? '';
    this.#graph = new BranchReader(branch);
    this.#products = new ProductReader(this.#graph);
  }

  read(): DecoderLayout {
    const scores = this.#products.read(this.#scores);
    if (!scores) throw new OtherGraphError('scores');
    const { norm, from } = this.#normalised(scores.from);
    const layers: DecoderLayer[] = [];
    let at = from;
    for (;;) {
      const found = this.#layerEndingAt(at);
      if (!found) break;
      layers.unshift(found.layer);
      at = found.from;
    }
    if (layers.length === 0) throw new OtherGraphError('layers');
    return { ...this.#tablesAddedAt(at), layers, norm, scores };
  }

  /** Null where no layer ends: the tokens are there. */
  #layerEndingAt(name: string): { layer: DecoderLayer; from: string } | null {
    const last = this.#addedTo(name);
    if (!last) return null;
    const down = last.product;
    const up = this.#productBehindActivation(down.from);
    const { norm, from: afterCross } = this.#normalised(up.from);
    const cross = this.#attentionAddedAt(afterCross);
    const self = this.#attentionAddedAt(cross.before);
    const layer = {
      selfNorm: self.norm,
      query: self.query,
      key: this.#added(self.keys),
      value: this.#added(self.values),
      selfOut: self.out,
      crossNorm: cross.norm,
      crossQuery: cross.query,
      crossOut: cross.out,
      norm,
      up,
      down,
    };
    if (!this.#isPast(cross.keys, 'encoder') || !this.#isPast(cross.values, 'encoder'))
      throw new OtherGraphError('cross attention');
    return { layer, from: self.before };
  }

  /** A residual connection: what a product is added to. */
  #addedTo(name: string): { product: FoundProduct; before: string } | null {
    const node = this.#graph.producer(name);
    if (node?.opType !== 'Add') return null;
    const [a = '', b = ''] = node.inputs;
    const products = [this.#products.read(a), this.#products.read(b)] as const;
    if (products[0] && products[1]) throw new OtherGraphError('residual');
    if (products[0]) return { product: products[0], before: b };
    return products[1] ? { product: products[1], before: a } : null;
  }

  /** An attention of which the result is added. */
  #attentionAddedAt(name: string): Attention & { out: ByteProduct; norm: Normalisation; before: string } {
    const added = this.#addedTo(name);
    if (!added) throw new OtherGraphError('attention');
    const weighed = this.#graph.behindShapes(added.product.from);
    if (weighed?.opType !== 'MatMul') throw new OtherGraphError('values');
    const [weights = '', values = ''] = weighed.inputs;
    const softmax = this.#graph.behindShapes(weights);
    if (softmax?.opType !== 'Softmax') throw new OtherGraphError('weights');
    const { keys, query, from } = this.#scored(softmax.inputs[0] ?? '');
    const { norm, from: before } = this.#normalised(from);
    if (before !== added.before) throw new OtherGraphError('residual');
    return { out: added.product, query, keys, values, norm, before };
  }

  /** Scores of an attention, with or without a mask: what is asked, and what is compared with it. */
  #scored(name: string): { query: ByteProduct; keys: string; from: string } {
    const node = this.#graph.behindShapes(name);
    if (node?.opType === 'Add') {
      // The other one is the mask, which hides nothing from a single token.
      const scores = node.inputs.find((input) => this.#graph.behindShapes(input)?.opType === 'MatMul');
      return this.#scored(scores ?? '');
    }
    if (node?.opType !== 'MatMul') throw new OtherGraphError('scores of an attention');
    const [asked = '', keys = ''] = node.inputs;
    const scaled = this.#scaledKeys(keys);
    const query = this.#products.read(asked);
    if (!query) throw new OtherGraphError('query');
    return { query: times(query, scaled.by), keys: scaled.keys, from: query.from };
  }

  #scaledKeys(name: string): { keys: string; by: number } {
    const node = this.#graph.behindShapes(name);
    if (node?.opType !== 'Mul') return { keys: name, by: 1 };
    const [a = '', b = ''] = node.inputs;
    const by = this.#graph.number(b) ?? this.#graph.number(a);
    if (by === null) throw new OtherGraphError('keys');
    return { keys: this.#graph.number(b) === null ? b : a, by };
  }

  /** What is new in the keys or values of the text, behind those of the tokens before. */
  #added(name: string): ByteProduct {
    const node = this.#graph.behindShapes(name);
    const [past = '', added = ''] = node?.inputs ?? [];
    if (node?.opType !== 'Concat' || !this.#isPast(past, 'decoder')) throw new OtherGraphError('past');
    const product = this.#products.read(added);
    if (!product) throw new OtherGraphError('past');
    return product;
  }

  /** Whether a tensor is an input of the graph, as it is or in another shape: the keys or values of text or audio. */
  #isPast(name: string, part: 'decoder' | 'encoder'): boolean {
    const node = this.#graph.producer(name);
    if (node) return this.#graph.isShape(node) && this.#isPast(node.inputs[0] ?? '', part);
    return name.startsWith('past_key_values.') && name.includes(`.${part}.`);
  }

  /** The one product on which an activation depends. */
  #productBehindActivation(name: string): FoundProduct {
    const found = new Map<string, FoundProduct>();
    let isCurved = false;
    const follow = (at: string): void => {
      if (this.#graph.tensors.has(at)) return;
      // What is scaled on its way through the activation is no product of its own.
      const isScaled = this.#graph.producer(at)?.inputs.some((input) => this.#graph.number(input) !== null);
      const product = isScaled ? null : this.#products.read(at);
      if (product) {
        found.set(product.weights.name, product);
        return;
      }
      const node = this.#graph.producer(at);
      if (!node || !ACTIVATIONS.has(node.opType)) throw new OtherGraphError('activation');
      isCurved ||= node.opType === 'Erf' || node.opType === 'Gelu';
      for (const input of node.inputs) follow(input);
    };
    follow(name);
    const [product] = found.values();
    if (!product || found.size > 1 || !isCurved) throw new OtherGraphError('activation');
    return product;
  }

  /** A layer normalisation, of one operator or of several. */
  #normalised(name: string): { norm: Normalisation; from: string } {
    const node = this.#graph.producer(name);
    if (node?.opType === 'LayerNormalization') {
      const [from = '', weights = '', bias = ''] = node.inputs;
      const epsilon = node.floats.get('epsilon') ?? DEFAULT_EPSILON;
      return {
        norm: { weights: this.#graph.vector(weights), bias: this.#graph.vector(bias), epsilon },
        from,
      };
    }
    if (node?.opType !== 'Add') throw new OtherGraphError('normalisation');
    const [bias, weighted] = this.#graph.storedFirst(node);
    const product = this.#graph.producer(weighted);
    if (product?.opType !== 'Mul') throw new OtherGraphError('normalisation');
    const [weights, normal] = this.#graph.storedFirst(product);
    const division = this.#graph.producer(normal);
    const centred = this.#graph.producer(division?.inputs[0] ?? '');
    if (division?.opType !== 'Div' || centred?.opType !== 'Sub') throw new OtherGraphError('normalisation');
    const norm = {
      weights: this.#graph.vector(weights),
      bias: this.#graph.vector(bias),
      epsilon: DEFAULT_EPSILON,
    };
    return { norm, from: centred.inputs[0] ?? '' };
  }

  /** Where the rows of a token and of its position are added. */
  #tablesAddedAt(name: string): { tokens: Table; positions: Table } {
    const node = this.#graph.producer(name);
    if (node?.opType !== 'Add') throw new OtherGraphError('tokens');
    const [tokens, others] = node.inputs.map((input) => findTable(this.#graph, input, 'input_ids'));
    const [a = '', b = ''] = node.inputs;
    const found = tokens ?? others;
    const positions = findTable(this.#graph, tokens ? b : a, null);
    if (!found || !positions || found.size !== positions.size) throw new OtherGraphError('tokens');
    return { tokens: found, positions };
  }
}
