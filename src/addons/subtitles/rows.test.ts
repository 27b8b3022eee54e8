import { describe, expect, it } from 'vitest';
import { readSrt } from '../../../tests/accuracy/cue-rules.ts';
import { spokenUtterance } from '../../../tests/fakes/spoken-utterance.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { makeSubtitles } from './run.ts';
import { type SubtitlesConfig, subtitlesConfig } from './schema.ts';

describe('rows', () => {
  const rowTexts = async (
    text: string,
    options: Partial<SubtitlesConfig> = {},
    language: Utterance['language'] = 'en',
  ) => {
    const [file] = makeSubtitles([spokenUtterance(text, { language })], subtitlesConfig.parse(options));
    return (await readSrt(file?.subtitles ?? '')).flatMap(({ rows }) => rows);
  };

  it('keep a number and its unit together, and a noun and its number', async () => {
    const rows = await rowTexts(
      'The new disk that we bought has about 500 GB and the old one had 20 MB in all. We talked about chapter 5 and page 12 and then about Figure 3 and also Section 4 too. It runs at nearly 20 MHz or at most at 3.5 GHz while it takes 20 kWh each day and costs 500 € or 600 USD in the end.',
    );
    for (const row of rows) {
      expect(row).not.toMatch(/(?<!chapter|page|Figure|Section)(?:^| )[\d.]+$/);
      expect(row).not.toMatch(/^(?:5|12|3|4) /);
    }
    const german = await rowTexts(
      'Der neue Rechner, den wir im letzten Jahr gekauft haben, kostete 500 Euro und braucht 20 Prozent weniger Strom, wie es in Kapitel 5 und auf Seite 12 steht.',
      {},
      'de',
    );
    for (const row of german) expect(row).not.toMatch(/(?<!Kapitel|Seite)(?:^| )\d+$|^(?:5|12) /);
  });

  it.each([
    ['en', 'We found in the end what we had looked for in Fig. 3 and on p. 12 of it.', /(?:Fig|p)\.$/],
    ['de', 'So steht es jedenfalls in dem neuen Gesetz in § 5 und in Art. 12 darin.', /(?:§|Art\.)$/],
    ['en', 'The whole thing that we bought there was at $ 500 or at £ 600 in the end.', /[$£]$/],
  ] as const)('keep a sign or an abbreviation with its number: %s %s', async (language, text, end) => {
    for (const columns of [14, 20, 26, 32, 42]) {
      for (const row of await rowTexts(text, { maximum_characters_per_row: columns }, language)) {
        expect(row).not.toMatch(end);
      }
    }
  });

  it.each([
    [
      'en',
      'Dr. Smith and Mrs. Jones met J. R. R. Tolkien and George W. Bush at the church with Prof. Brown and others.',
      /(?:^| )(?:\p{Lu}|Dr|Mrs|Prof)\.$/u,
    ],
    ['zh', '我们今天讨论了人工智能在医疗领域的应用，包括3.5万名患者的数据和使用情况，结果非常好。', /\d$/u],
    ['ko', '오늘은 환자 3 만 5 천 명의 데이터를 사용했고 2019 년 5 월에 끝났습니다.', /\d$/u],
  ] as const)(
    'keep an initial or a title with its name, and a number with what is counted: %s',
    async (language, text, end) => {
      for (const columns of [20, 26, 32, 42]) {
        for (const row of await rowTexts(text, { maximum_characters_per_row: columns }, language)) {
          expect(row).not.toMatch(end);
        }
      }
    },
  );

  it.each([
    ['ar', 'بلغت الدرجة ٣٥ مئوية وقطع ٢٠ كيلومترا في ٣ ساعات، كما قال.'],
    ['bn', 'দাম ৫০০ টাকা। সে ২০ কিলোমিটার হেঁটেছে, তাই না? হ্যাঁ।'],
    ['fa', 'قیمت ۵۰۰ تومان است و او ۲۰ کیلومتر رفت. «واقعاً؟» بله.'],
    ['ta', 'விலை 500 ரூபாய். அவர் 20 கிலோமீட்டர் நடந்தார், சரியா? ஆம்.'],
  ] as const)(
    'keep a number with what is counted where a script has no capitals: %s',
    async (language, text) => {
      for (const row of await rowTexts(text, { maximum_characters_per_row: 30 }, language)) {
        expect(row).not.toMatch(/\p{Nd}$/u);
      }
    },
  );

  it.each([
    ['bo', 'བོད་ཡིག་ནི་བོད་པའི་སྐད་ཡིག་ཡིན། དེ་ནི་གལ་ཆེན་པོ་ཡིན།', /(?:[་།]|^)$/u, 14],
    ['th', 'เด็กๆกำลังเล่นอยู่ในสวนหลังบ้านของเราและพวกเขามีความสุขมากๆในวันนี้', /./u, 14],
    ['km', 'ខ្ញុំចង់ទៅផ្សារដើម្បីទិញបន្លែនិងផ្លែឈើសម្រាប់គ្រួសារខ្ញុំ។', /./u, 14],
    ['lo', 'ຂ້ອຍຢາກໄປຕະຫຼາດເພື່ອຊື້ຜັກແລະໝາກໄມ້ສຳລັບຄອບຄົວຂອງຂ້ອຍ', /./u, 14],
    ['my', 'ကျွန်တော်ဈေးကိုသွားပြီးဟင်းသီးဟင်းရွက်နဲ့အသီးတွေဝယ်ချင်ပါတယ်။', /./u, 14],
  ] as const)('of %s end between words or syllables', async (language, text, end, columns) => {
    const rows = await rowTexts(text, { maximum_characters_per_row: columns }, language);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    const borders = new Set(
      Array.from(
        new Intl.Segmenter(language, { granularity: 'word' }).segment(text.replaceAll(' ', '')),
        ({ index }) => index,
      ),
    );
    let at = 0;
    for (const row of rows) {
      expect(row).toMatch(end);
      expect(row).not.toMatch(/^[ๆໆៗ\p{M}]/u);
      at += row.replaceAll(' ', '').length;
      if (at < text.replaceAll(' ', '').length) expect(borders).toContain(at);
    }
  });

  it.each([
    ['zh', '他说：“没关系（当然）。”然后有三百万人来看，“真的很好（吗）！”她说：「《红楼梦》（上）。」'],
    ['ja', '「大丈夫です（たぶん）。」と彼は言いました。『本当（ですか）！？』それから（笑）。」'],
    [
      'en',
      'See (https://example.org/a/very/long/path/without/an/end). “Supercalifragilisticexpialidocious!”',
    ],
  ] as const)('begin with no closing mark and end with no opening one: %s', async (language, text) => {
    for (let columns = 10; columns <= 24; columns++) {
      for (const row of await rowTexts(text, { maximum_characters_per_row: columns }, language)) {
        expect(row, `${columns} columns`).not.toMatch(/^[\p{Pe}\p{Pf}。！？、，：]|[\p{Ps}\p{Pi}]$/u);
      }
    }
  });
});
