import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../src/cli/browser/find-browser.ts';
import type { CorrectedTranscript } from '../../src/contract/transcripts/corrected-transcript.ts';
import type { CaptionLook } from '../../src/contract/transcripts/transcript-formats.ts';
import { serialize } from '../../src/document/serialize.ts';
import { documentOf } from '../fakes/corrected-document.ts';
import { correlation, inkProfile, SCRIPT_ROWS } from '../fakes/script-rows.ts';

/**
 * `npx tsx tests/readers/check-captions.ts`: has captions rendered by libass (the program ffmpeg) at times when a word is said, and read
 * by pysubs2; has PDF that the browser prints rendered by poppler and read by pypdf; and compares rows from right to left, and of scripts
 * without spaces, with pictures of the browser. PYTHON names the interpreter; what is not installed is left out with a message. FONTCONFIG_FILE can name
 * more fonts.
 */
const PYTHON = process.env.PYTHON ?? 'python3';
const [WIDTH, HEIGHT] = [960, 540];
const folder = mkdtempSync(join(tmpdir(), 'earshot-captions-'));
const about = { id: 'i', revision: 0, edited_at: null };
let failed = 0;

function report(what: string, fault: string | null): void {
  if (fault !== null) failed++;
  console.log(`${what}: ${fault ?? 'right'}`);
}

/** A picture of 960 × 540, three bytes a pixel. */
type Picture = Uint8Array;

/** The picture that libass makes of a file at a time in seconds. */
function rendered(file: string, seconds: number): Picture {
  const filter = file.endsWith('.srt') ? 'subtitles' : 'ass';
  const style = file.endsWith('.srt') ? `:force_style='FontName=${font},Fontsize=20'` : '';
  const source = `color=black:s=${WIDTH}x${HEIGHT}:r=25:d=0.04`;
  return execFileSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-f', 'lavfi', '-i', source, '-frames:v', '1', '-vf'],
      ...[`setpts=PTS+${seconds}/TB,${filter}=${join(folder, file)}${style}`],
      ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
    ],
    { maxBuffer: 1e8 },
  );
}
let font = 'DejaVu Sans';

function write(name: string, document: CorrectedTranscript, look: CaptionLook): string {
  const format = name.endsWith('.srt') ? 'srt' : 'ass';
  const { content } = serialize(document, format, about, { look });
  writeFileSync(join(folder, name), String(content).replaceAll(',Arial,', `,${font},`));
  return name;
}

/** Where the pixels are that a colour has, from 0 to 1 of the width; null if there are fewer than 20. */
function placeOf(
  picture: Picture,
  isColour: (red: number, green: number, blue: number) => boolean,
): number | null {
  let [count, sum] = [0, 0];
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
    const [red = 0, green = 0, blue = 0] = picture.subarray(3 * pixel, 3 * pixel + 3);
    if (!isColour(red, green, blue)) continue;
    count++;
    sum += pixel % WIDTH;
  }
  return count < 20 ? null : sum / count / WIDTH;
}
const isAccent = (red: number, green: number, blue: number) =>
  red > 200 && green > 150 && green < 230 && blue < 90;

const talk = documentOf({ text: 'Good morning everyone, how are you?', at: 1 });
const words = talk.paragraphs.flatMap((paragraph) => paragraph.words);

function checkWords(): void {
  for (const look of ['highlight', 'fill', 'pop', 'box'] as const) {
    const file = write(`${look}.ass`, talk, look);
    const places = words.map(({ start, end }) => placeOf(rendered(file, (start + end) / 2), isAccent));
    const [first, second] = words;
    const silent = placeOf(rendered(file, ((first?.end ?? 0) + (second?.start ?? 0)) / 2), isAccent);
    const rises = places.every(
      (place, index) => place !== null && (index === 0 || place > (places[index - 1] ?? 0)),
    );
    report(
      `libass, ${look}`,
      rises && (look === 'fill' || silent === null)
        ? null
        : `the spoken word is at ${places.join(', ')}; in silence ${silent}`,
    );
  }
}

const PYSUBS2 = `
import json, re, sys, pysubs2
expected = json.loads(sys.argv[2])
found = []
for event in pysubs2.load(sys.argv[1]):
    at = event.start
    for tags, text in re.findall(r'\\{([^}]*)\\}([^{]*)', event.text):
        length = re.search(r'\\\\kf?(\\d+)', tags)
        if not length: continue
        until = at + int(length.group(1)) * 10
        if text.strip(): found.append((text.replace('\\\\N', ' ').strip(), at, until))
        at = until
worst = max(max(abs(f[1] - e['start'] * 1000), abs(f[2] - e['end'] * 1000)) for f, e in zip(found, expected, strict=True))
print(worst)
sys.exit(0 if worst <= 20 and [f[0] for f in found] == [e['word'].strip() for e in expected] else 1)
`;

function checkPysubs2(): void {
  for (const look of ['highlight', 'fill', 'pop', 'box'] as const) {
    const file = join(folder, `${look}.ass`);
    const { status, stdout, stderr } = spawnSync(PYTHON, ['-c', PYSUBS2, file, JSON.stringify(words)], {
      encoding: 'utf8',
    });
    if (stderr.includes("No module named 'pysubs2'")) {
      console.log('pysubs2: left out, it is not installed');
      return;
    }
    report(
      `pysubs2, ${look}: ${stdout.trim()} ms off at most`,
      status === 0 ? null : stderr || 'too far from the words',
    );
  }
}

const profileOf = (picture: Picture) => inkProfile({ data: picture, width: WIDTH, height: HEIGHT, depth: 3 });

async function checkScripts(): Promise<void> {
  const executablePath = findBrowser('chromium');
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  const picture = async (html: string): Promise<Picture> => {
    await page.setContent(`<body style="margin:0;background:#000;color:#fff">${html}`);
    const raw = await page.screenshot({ type: 'png' });
    return execFileSync('ffmpeg', ['-v', 'error', '-i', '-', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'], {
      input: raw,
      maxBuffer: 1e8,
    });
  };
  for (const { language, text, fonts, direction } of SCRIPT_ROWS) {
    const found = fonts.find((name) => execFileSync('fc-match', [name]).toString().includes(name));
    if (!found) {
      console.log(`${language}: left out, no font of ${fonts.join(', ')}`);
      continue;
    }
    font = found;
    const document = documentOf({ text, at: 1, language });
    const html = (dir: string) =>
      `<div dir="${dir}" style="font:40px '${font}';text-align:center;margin-top:200px;unicode-bidi:isolate">${text}</div>`;
    const [right, wrong] = [profileOf(await picture(html(direction))), profileOf(await picture(html('ltr')))];
    for (const [name, look] of [
      ['row.ass', 'plain'],
      ['words.ass', 'fill'],
      ['row.srt', 'plain'],
    ] as const) {
      const shown = profileOf(rendered(write(name, document, look), 1.2));
      const [own, other] = [correlation(shown, right), correlation(shown, wrong)];
      const isTurned = direction === 'rtl';
      report(
        `${language}, ${name} with ${look}: ${own.toFixed(2)} like the right picture${isTurned ? `, ${other.toFixed(2)} like the wrong one` : ''}`,
        own > 0.8 && (!isTurned || own > other + 0.2) ? null : 'differs',
      );
    }
  }
  await browser.close();
}

const PYPDF = `
import json, sys, pypdf
found = []
def note(text, cm, tm, font, size):
    if text.strip(): found.append((cm[4] + tm[4] * cm[0], text.strip()))
pypdf.PdfReader(sys.argv[1]).pages[0].extract_text(visitor_text=note)
print(json.dumps(found))
`;

/** How much ink each square of 12 pixels of a white page has. */
function inkOfPage(png: Uint8Array): number[] {
  const grey = execFileSync(
    'ffmpeg',
    [
      '-v',
      'error',
      '-i',
      '-',
      '-vf',
      `scale=${WIDTH / 12}:${HEIGHT / 12}:flags=area,format=gray`,
      '-f',
      'rawvideo',
      '-',
    ],
    { input: png },
  );
  return Array.from(grey, (shade) => 255 - shade);
}

/**
 * The PDF that a browser prints of the web page: rendered by poppler, several rows of each script are where the browser has them on the
 * screen, and not as in the other direction. Words from right to left are in it, the first of them furthest right.
 */
async function checkPrinted(): Promise<void> {
  const executablePath = findBrowser('chromium');
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  await page.emulateMedia({ media: 'print' });
  for (const { language, text, fonts, direction } of SCRIPT_ROWS) {
    if (!fonts.some((name) => execFileSync('fc-match', [name]).toString().includes(name))) continue;
    const file = join(folder, `${language}.pdf`);
    const print = async (said: string) => {
      const document = documentOf({ text: said, at: 1, language });
      await page.setContent(String(serialize(document, 'html', about, {}).content));
      writeFileSync(file, await page.pdf({ width: `${WIDTH}px`, height: `${HEIGHT}px` }));
    };
    await print(Array<string>(9).fill(text).join(' '));
    const shown = inkOfPage(execFileSync('pdftoppm', ['-r', '96', '-png', '-singlefile', file]));
    const right = correlation(shown, inkOfPage(await page.screenshot()));
    await page.evaluate(
      (turned) => {
        for (const row of document.querySelectorAll('p')) row.dir = turned;
      },
      direction === 'rtl' ? 'ltr' : 'rtl',
    );
    const wrong = correlation(shown, inkOfPage(await page.screenshot()));
    report(
      `${language}, printed as PDF, rendered by poppler: ${right.toFixed(2)} like the page, ${wrong.toFixed(2)} like the turned one`,
      right > 0.95 && right > wrong + 0.1 ? null : 'differs',
    );
    if (direction === 'ltr') continue;
    await print(text);
    const { stdout, stderr } = spawnSync(PYTHON, ['-c', PYPDF, file], { encoding: 'utf8' });
    if (stderr.includes("No module named 'pypdf'"))
      return console.log('pypdf: left out, it is not installed');
    const letters = (written: string) => written.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '');
    const chunks = (JSON.parse(stdout) as [number, string][]).filter(
      ([, chunk]) => !/^(?:Transcript|0:01)$/.test(chunk),
    );
    const read = letters(
      chunks
        .toSorted(([one], [other]) => other - one)
        .map(([, chunk]) => chunk)
        .join(''),
    );
    report(`${language}, printed as PDF, read by pypdf from the right`, read === letters(text) ? null : read);
  }
  await browser.close();
}

try {
  if (spawnSync('ffmpeg', ['-version']).error) console.log('Left out, ffmpeg is not installed');
  else {
    if (spawnSync('pdftoppm', ['-v']).error) console.log('poppler: left out, it is not installed');
    else await checkPrinted();
    checkWords();
    checkPysubs2();
    await checkScripts();
  }
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  if (existsSync(folder) && process.env.KEEP === undefined) rmSync(folder, { recursive: true, force: true });
}
