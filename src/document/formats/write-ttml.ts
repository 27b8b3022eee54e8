import { CAPTION_COLOURS, coloursOf } from '../../addons/subtitles/caption-guides.ts';
import type { Cue } from '../../addons/subtitles/cue.ts';
import { partsOfRow } from '../../addons/subtitles/parts-of-row.ts';
import { writeTime } from '../../addons/subtitles/write-time.ts';
import { readsFromRight } from '../../lib/text-direction.ts';
import { mainLanguage } from '../cues/document-rules.ts';
import type { ExportView } from './export-view.ts';
import { XML_HEAD, xml } from './xml.ts';

const SIZES = { small: '80%', medium: '100%', large: '125%' } as const;

/** A cue's rows; where the spoken word is shown, each word is a span that has its colour while it is said. */
function rowsOf(
  { startMs, endMs, rows, words = [], italic }: Cue,
  ink: string,
  accent: string | null,
): string {
  const textStyle = italic ? `${ink} italic` : ink;
  const within = (ms: number) => writeTime(Math.min(Math.max(ms, startMs), endMs) - startMs, '.');
  const shown = rows.map((row, index) => {
    const parts = accent === null ? [{ text: row, word: null }] : partsOfRow(row, words[index]);
    return parts.map(({ text, word }) => {
      const spoken = word
        ? `<set begin="${within(word.startMs)}" end="${within(word.endMs)}" tts:color="${accent}ff"/>`
        : '';
      return `<span style="${textStyle}">${xml(text)}${spoken}</span>`;
    });
  });
  return shown.map((parts) => parts.join('')).join('<br/>');
}

const EBU = `      <ebuttm:documentMetadata>
        <ebuttm:conformsToStandard>urn:ebu:tt:distribution:2018-04</ebuttm:conformsToStandard>
      </ebuttm:documentMetadata>
`;
const IMSC = ' ttp:profile="http://www.w3.org/ns/ttml/profile/imsc1/text"';

/**
 * EBU-TT-D 1.0.1, which players of HbbTV, IMSC and TTML read too; speakers are agents of their cues. It has no animation: with a spoken
 * word, the file is IMSC 1.1. Sources: EBU Tech 3380 and its schema, ebutt_d.xsd; W3C, TTML Profiles for Internet Media Subtitles.
 */
export function writeTtml(view: ExportView): string {
  const { style } = view;
  const cues = view.cues();
  const voices = [...new Set(cues.flatMap(({ voice }) => voice ?? []))];
  const language = mainLanguage(view.paragraphs);
  const direction = readsFromRight(cues.flatMap((cue) => cue.rows).join(' '), language)
    ? ' tts:direction="rtl" tts:unicodeBidi="embed"'
    : '';
  const background = style.background ? '#000000c2' : '#00000000';
  const accent = style.look === 'plain' ? null : style.accent;
  const colourOf = coloursOf(cues, style);
  const inks = [{ id: 'text', hex: '#ffffff' }].concat(
    style.colours ? CAPTION_COLOURS.map(({ name, hex }) => ({ id: name, hex })) : [],
  );
  const agents = voices.map(
    (voice, index) =>
      `      <ttm:agent xml:id="agent${index + 1}" type="person"><ttm:name type="full">${xml(voice)}</ttm:name></ttm:agent>\n`,
  );
  const shown = cues.map((cue, index) => {
    const agent = cue.voice === null ? '' : ` ttm:agent="agent${voices.indexOf(cue.voice) + 1}"`;
    const times = `begin="${writeTime(cue.startMs, '.')}" end="${writeTime(cue.endMs, '.')}"`;
    const turned = direction === '' && readsFromRight(cue.rows.join(' ')) ? ' style="fromRight"' : '';
    const text = rowsOf(cue, colourOf(cue.voice)?.name ?? 'text', accent);
    return `      <p xml:id="cue${index + 1}"${turned} ${times}${agent}>${text}</p>\n`;
  });
  // A division has at least one paragraph, and a body at least one division.
  const body =
    shown.length === 0
      ? ''
      : `  <body>
    <div region="region" style="paragraph">
${shown.join('')}    </div>
  </body>
`;
  return `${XML_HEAD}<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter"\
 xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xmlns:ebuttm="urn:ebu:tt:metadata"\
 xmlns:ebutts="urn:ebu:tt:style"${accent === null ? '' : IMSC} ttp:timeBase="media" ttp:cellResolution="50 30" xml:lang="${xml(language)}">
  <head>
    <metadata>
${accent === null ? EBU : ''}${agents.join('')}    </metadata>
    <styling>
      <style xml:id="paragraph" tts:fontFamily="proportionalSansSerif" tts:fontSize="${SIZES[style.size]}" tts:lineHeight="normal"\
 tts:textAlign="center" tts:wrapOption="noWrap" ebutts:multiRowAlign="center" ebutts:linePadding="0.5c"${direction}/>
      <style xml:id="italic" tts:fontStyle="italic"/>
      <style xml:id="fromRight" tts:direction="rtl" tts:unicodeBidi="embed"/>
${inks.map(({ id, hex }) => `      <style xml:id="${id}" tts:color="${hex}ff" tts:backgroundColor="${background}"/>\n`).join('')}    </styling>
    <layout>
      <region xml:id="region" tts:origin="5% 5%" tts:extent="90% 90%" tts:displayAlign="${style.place === 'top' ? 'before' : 'after'}" tts:overflow="visible"/>
    </layout>
  </head>
${body}</tt>
`;
}
