import { describe, expect, it } from 'vitest';
import { checkWellFormed } from '../../../tests/fakes/check-well-formed.ts';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { serialize } from '../serialize.ts';

/**
 * The rules of the schemas of EAF 3.0 and EBU-TT-D that concern what is written: order and number of elements, attributes, their types, keys and references.
 * Against the schema of EAF itself, files are checked by tests/readers. Sources: EAFv3.0.xsd; EBU Tech 3380 version 1.0.1.
 */
interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
}

function treeOf(text: string): Element {
  checkWellFormed(text);
  const top: Element = { name: '', attributes: {}, children: [] };
  const open = [top];
  for (const [, closing, name = '', inside = '', empty] of text.matchAll(/<(\/?)([\w:]+)([^<>?]*?)(\/?)>/g)) {
    if (closing) {
      open.pop();
      continue;
    }
    const attributes = Object.fromEntries(
      [...inside.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    );
    const element = { name, attributes, children: [] };
    open.at(-1)?.children.push(element);
    if (!empty) open.push(element);
  }
  const [root] = top.children;
  if (!root) throw new Error('There is no root.');
  return root;
}

const all = (element: Element): Element[] => [element, ...element.children.flatMap(all)];
const named = (root: Element, name: string) => all(root).filter((one) => one.name === name);
/** Children in the order of a sequence: each name's place rises. */
const expectOrder = ({ children }: Element, order: readonly string[]) => {
  const places = children.map(({ name }) => order.indexOf(name));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
};
/** Attributes that must be there, and those that may. */
const expectAttributes = (
  { name, attributes }: Element,
  needed: readonly string[],
  more: readonly string[] = [],
) => {
  const known = Object.keys(attributes).filter((key) => !key.startsWith('xmlns') && !key.startsWith('xsi:'));
  expect(known, name).toEqual(expect.arrayContaining([...needed]));
  for (const key of known) expect([...needed, ...more], name).toContain(key);
};

const NCNAME = /^[A-Za-z_][\w.-]*$/;
const SAMPLES = {
  'several voices': documentOf(
    { text: 'Good morning <all>. How are you?', at: 0, speaker: 0 },
    { text: 'At the same time', at: 0.2, speaker: 1 },
    { text: 'Later', at: 90_000, speaker: 0 },
    { text: 'שלום', at: 90_010, speaker: 1, language: 'he' },
  ),
  'nobody named': documentOf({ text: 'One voice', at: 3 }),
  nothing: documentOf(),
};
const write = (document: (typeof SAMPLES)['nothing'], format: 'eaf' | 'ttml') => {
  const about = { id: 'x', revision: 1, edited_at: '2026-01-31T10:00:00.000Z' };
  return treeOf(
    String(serialize(document, format, about, { title: 'talk & more.mp3', timestamps: 'line' }).content),
  );
};

describe.each(Object.entries(SAMPLES))('the schema of EAF 3.0, with %s', (_, document) => {
  const root = write(document, 'eaf');

  it('has its elements in order, with their attributes', () => {
    expect(root.name).toBe('ANNOTATION_DOCUMENT');
    expectAttributes(root, ['AUTHOR', 'DATE', 'VERSION'], ['FORMAT']);
    expect(root.attributes.DATE).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
    expectOrder(root, ['HEADER', 'TIME_ORDER', 'TIER', 'LINGUISTIC_TYPE', 'CONSTRAINT']);
    expect(named(root, 'HEADER')).toHaveLength(1);
    expect(named(root, 'TIME_ORDER')).toHaveLength(1);
    for (const header of named(root, 'HEADER')) {
      expectAttributes(header, [], ['MEDIA_FILE', 'TIME_UNITS']);
      expect(['NTSC-frames', 'PAL-frames', 'milliseconds']).toContain(header.attributes.TIME_UNITS);
    }
    for (const media of named(root, 'MEDIA_DESCRIPTOR')) {
      expectAttributes(
        media,
        ['MEDIA_URL', 'MIME_TYPE'],
        ['RELATIVE_MEDIA_URL', 'TIME_ORIGIN', 'EXTRACTED_FROM'],
      );
      expect(() => new URL(media.attributes.MEDIA_URL ?? '', 'file:///')).not.toThrow();
    }
    for (const slot of named(root, 'TIME_SLOT')) {
      expectAttributes(slot, ['TIME_SLOT_ID'], ['TIME_VALUE']);
      expect(slot.attributes.TIME_VALUE).toMatch(/^\d+$/);
    }
    for (const tier of named(root, 'TIER')) {
      expectAttributes(
        tier,
        ['TIER_ID', 'LINGUISTIC_TYPE_REF'],
        ['PARTICIPANT', 'PARENT_REF', 'ANNOTATOR', 'LANG_REF'],
      );
      expectOrder(tier, ['ANNOTATION']);
    }
    for (const { children } of named(root, 'ANNOTATION')) {
      expect(children.map(({ name }) => name)).toEqual(['ALIGNABLE_ANNOTATION']);
      for (const annotation of children) {
        expectAttributes(annotation, ['ANNOTATION_ID', 'TIME_SLOT_REF1', 'TIME_SLOT_REF2']);
        expect(annotation.children.map(({ name }) => name)).toEqual(['ANNOTATION_VALUE']);
      }
    }
    for (const type of named(root, 'LINGUISTIC_TYPE')) {
      expectAttributes(type, ['LINGUISTIC_TYPE_ID'], ['TIME_ALIGNABLE', 'CONSTRAINTS', 'GRAPHIC_REFERENCES']);
    }
    for (const constraint of named(root, 'CONSTRAINT')) {
      expectAttributes(constraint, ['STEREOTYPE'], ['DESCRIPTION']);
    }
  });

  it('has ids once, and references to what is there', () => {
    const values = (name: string, attribute: string) =>
      named(root, name).flatMap(({ attributes }) => attributes[attribute] ?? []);
    const ids = [...values('TIME_SLOT', 'TIME_SLOT_ID'), ...values('ALIGNABLE_ANNOTATION', 'ANNOTATION_ID')];
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(NCNAME);
    const tiers = values('TIER', 'TIER_ID');
    expect(new Set(tiers).size).toBe(tiers.length);
    expect(tiers).toEqual(expect.arrayContaining(values('TIER', 'PARENT_REF')));
    expect(values('LINGUISTIC_TYPE', 'LINGUISTIC_TYPE_ID')).toEqual(
      expect.arrayContaining(values('TIER', 'LINGUISTIC_TYPE_REF')),
    );
    expect(values('CONSTRAINT', 'STEREOTYPE')).toEqual(
      expect.arrayContaining(values('LINGUISTIC_TYPE', 'CONSTRAINTS')),
    );
    const times = new Map(
      named(root, 'TIME_SLOT').map(({ attributes }) => [
        attributes.TIME_SLOT_ID,
        Number(attributes.TIME_VALUE),
      ]),
    );
    for (const { attributes } of named(root, 'ALIGNABLE_ANNOTATION')) {
      const [start, end] = [times.get(attributes.TIME_SLOT_REF1), times.get(attributes.TIME_SLOT_REF2)];
      expect(start).toBeDefined();
      expect(end).toBeGreaterThanOrEqual(start ?? 0);
    }
  });
});

describe.each(Object.entries(SAMPLES))('the schema of EBU-TT-D, with %s', (_, document) => {
  const root = write(document, 'ttml');
  const TIME = /^(\d{2,}:[0-5]\d:[0-5]\d(\.\d+)?|\d+(\.\d+)?(h|m|s|ms))$/;
  const COLOUR = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i;
  const LENGTHS = /^\d+(\.\d+)?% \d+(\.\d+)?%$/;

  it('has its elements in order, with their attributes', () => {
    expect(root.name).toBe('tt');
    expectAttributes(root, ['ttp:timeBase', 'xml:lang'], ['ttp:cellResolution', 'xml:space']);
    expect(root.attributes['ttp:timeBase']).toBe('media');
    expect(root.attributes['ttp:cellResolution']).toMatch(/^[1-9]\d* [1-9]\d*$/);
    expectOrder(root, ['head', 'body']);
    const [head] = named(root, 'head');
    if (!head) throw new Error('There is no head.');
    expectOrder(head, ['metadata', 'styling', 'layout']);
    expect(named(root, 'styling')).toHaveLength(1);
    expect(named(root, 'layout')).toHaveLength(1);
    expect(named(root, 'style').length).toBeGreaterThan(0);
    for (const style of named(root, 'style')) {
      const text = [
        'fontFamily',
        'fontSize',
        'lineHeight',
        'textAlign',
        'color',
        'backgroundColor',
        'fontStyle',
      ];
      const more = ['fontWeight', 'textDecoration', 'unicodeBidi', 'wrapOption', 'direction'];
      expectAttributes(
        style,
        ['xml:id'],
        [...[...text, ...more].map((name) => `tts:${name}`), 'ebutts:multiRowAlign', 'ebutts:linePadding'],
      );
      for (const key of ['tts:color', 'tts:backgroundColor']) {
        const colour = style.attributes[key];
        if (colour !== undefined) expect(colour).toMatch(COLOUR);
      }
      expect(style.attributes['tts:fontSize'] ?? '80%').toMatch(/^\d+(\.\d+)?%$/);
      expect(style.attributes['ebutts:linePadding'] ?? '0c').toMatch(/^\d+(\.\d+)?c$/);
    }
    for (const region of named(root, 'region')) {
      expectAttributes(
        region,
        ['xml:id', 'tts:origin', 'tts:extent'],
        ['style', 'tts:displayAlign', 'tts:padding', 'tts:writingMode', 'tts:showBackground', 'tts:overflow'],
      );
      expect(region.attributes['tts:origin']).toMatch(LENGTHS);
      expect(region.attributes['tts:extent']).toMatch(LENGTHS);
      expect(['before', 'center', 'after']).toContain(region.attributes['tts:displayAlign']);
      expect(['visible', 'hidden']).toContain(region.attributes['tts:overflow']);
    }
  });

  it('has cues with times inside divisions of a body, and no empty one', () => {
    for (const body of named(root, 'body')) {
      expectOrder(body, ['metadata', 'div']);
      expect(named(body, 'div').length).toBeGreaterThan(0);
    }
    for (const division of named(root, 'div')) {
      expectOrder(division, ['metadata', 'p']);
      expect(named(division, 'p').length).toBeGreaterThan(0);
    }
    for (const cue of named(root, 'p')) {
      expectAttributes(
        cue,
        ['xml:id', 'begin', 'end'],
        ['region', 'style', 'xml:lang', 'ttm:role', 'ttm:agent'],
      );
      expect(cue.attributes.begin).toMatch(TIME);
      expect(cue.attributes.end).toMatch(TIME);
      for (const child of cue.children) expect(['span', 'br', 'metadata']).toContain(child.name);
    }
    for (const span of named(root, 'span')) {
      expectAttributes(span, [], ['xml:id', 'style', 'begin', 'end', 'ttm:role', 'ttm:agent', 'xml:lang']);
      for (const child of span.children) expect(['br', 'metadata']).toContain(child.name);
    }
  });

  it('has ids once, and references to what is there', () => {
    const ids = all(root).flatMap(({ attributes }) => attributes['xml:id'] ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(NCNAME);
    const idsOf = (name: string) => named(root, name).map(({ attributes }) => attributes['xml:id']);
    for (const { attributes } of all(root)) {
      for (const style of attributes.style?.split(' ') ?? []) expect(idsOf('style')).toContain(style);
      if (attributes.region) expect(idsOf('region')).toContain(attributes.region);
      if (attributes['ttm:agent']) expect(idsOf('ttm:agent')).toContain(attributes['ttm:agent']);
    }
  });
});
