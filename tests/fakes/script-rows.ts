import type { Utterance } from '../../src/contract/transcripts/utterance.ts';

interface ScriptRow {
  language: NonNullable<Utterance['language']>;
  text: string;
  /** Any of these has its letters. */
  fonts: readonly string[];
  direction: 'rtl' | 'ltr';
}

/** Rows with marks, numbers and foreign names at their ends. */
export const SCRIPT_ROWS: readonly ScriptRow[] = [
  { language: 'he', text: 'גוגל Google קנתה 12 חברות קטנות.', fonts: ['DejaVu Sans'], direction: 'rtl' },
  { language: 'he', text: 'YouTube הוא אתר מוכר מאוד!', fonts: ['DejaVu Sans'], direction: 'rtl' },
  { language: 'ar', text: 'وصل 25 ضيفا إلى Berlin أمس.', fonts: ['DejaVu Sans'], direction: 'rtl' },
  { language: 'fa', text: 'شرکت Google فردا می‌آید، درست است؟', fonts: ['DejaVu Sans'], direction: 'rtl' },
  { language: 'fa', text: '۵۰۰ Google می‌آید، درست است؟', fonts: ['DejaVu Sans'], direction: 'rtl' },
  {
    language: 'ja',
    text: '今日は「東京」で会いましょう。',
    fonts: ['Noto Sans CJK JP', 'IPAGothic'],
    direction: 'ltr',
  },
  {
    language: 'zh',
    text: '我们明天去北京，好吗？',
    fonts: ['Noto Sans CJK SC', 'WenQuanYi Zen Hei'],
    direction: 'ltr',
  },
  { language: 'th', text: 'สวัสดีครับ วันนี้อากาศดีมาก', fonts: ['Noto Sans Thai', 'Loma'], direction: 'ltr' },
];

/** A picture whose first value of each pixel is its red. */
interface Picture {
  data: ArrayLike<number>;
  width: number;
  height: number;
  /** Values of a pixel. */
  depth: 3 | 4;
}

/** How much bright ink each of 60 strips has, from the left end of the text to the right one. */
export function inkProfile({ data, width, height, depth }: Picture): number[] {
  const ink = new Float64Array(width);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const x = pixel % width;
    if ((data[depth * pixel] ?? 0) > 128) ink[x] = (ink[x] ?? 0) + 1;
  }
  const first = ink.findIndex((one) => one > 0);
  const last = ink.findLastIndex((one) => one > 0);
  const strips = new Array<number>(60).fill(0);
  for (let x = first; x >= 0 && x <= last; x++) {
    const strip = Math.min(59, Math.floor(((x - first) / (last - first + 1)) * 60));
    strips[strip] = (strips[strip] ?? 0) + (ink[x] ?? 0);
  }
  // Renderers space letters a little differently.
  return strips.map((_, at) => strips.slice(Math.max(0, at - 3), at + 4).reduce((sum, one) => sum + one, 0));
}

/** How alike two profiles are: 1 if one is a multiple of the other. */
export function correlation(one: readonly number[], other: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [a, b] = [mean(one), mean(other)];
  const sum = (value: (index: number) => number) => one.reduce((total, _, index) => total + value(index), 0);
  const by = (list: readonly number[], centre: number) => (index: number) => (list[index] ?? 0) - centre;
  const [x, y] = [by(one, a), by(other, b)];
  return sum((at) => x(at) * y(at)) / Math.sqrt(sum((at) => x(at) ** 2) * sum((at) => y(at) ** 2));
}
