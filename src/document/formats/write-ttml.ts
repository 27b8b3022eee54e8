import type { Cue } from '../../addons/subtitles/cue.ts';
import { writeTime } from '../../addons/subtitles/write-time.ts';
import type { ExportView } from './export-view.ts';
import { readsFromRight } from './text-direction.ts';
import { XML_HEAD, xml } from './xml.ts';

const SIZES = { small: '80%', medium: '100%', large: '125%' } as const;

/** The language of most words; EBU-TT-D wants one for the file. */
function mainLanguage({ paragraphs }: ExportView): string {
  const counts = new Map<string, number>();
  for (const { language, words } of paragraphs) {
    counts.set(language, (counts.get(language) ?? 0) + words.length);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

const rows = ({ rows: shown }: Cue): string =>
  shown.map((row) => `<span style="text">${xml(row)}</span>`).join('<br/>');

/**
 * EBU-TT-D 1.0.1, which players of HbbTV, IMSC and TTML read too; speakers are agents of their cues. Sources: EBU Tech
 * 3380 and its schema, ebutt_d.xsd.
 */
export function writeTtml(view: ExportView): string {
  const { caption_style: style } = view.document;
  const cues = view.cues();
  const voices = [...new Set(cues.flatMap(({ voice }) => voice ?? []))];
  const language = mainLanguage(view);
  const direction = readsFromRight(cues.flatMap((cue) => cue.rows).join(' '), language)
    ? ' tts:direction="rtl" tts:unicodeBidi="embed"'
    : '';
  const background = style?.background === false ? '#00000000' : '#000000c2';
  const agents = voices.map(
    (voice, index) =>
      `      <ttm:agent xml:id="agent${index + 1}" type="person"><ttm:name type="full">${xml(voice)}</ttm:name></ttm:agent>\n`,
  );
  const shown = cues.map((cue, index) => {
    const agent = cue.voice === null ? '' : ` ttm:agent="agent${voices.indexOf(cue.voice) + 1}"`;
    const times = `begin="${writeTime(cue.startMs, '.')}" end="${writeTime(cue.endMs, '.')}"`;
    return `      <p xml:id="cue${index + 1}" ${times}${agent}>${rows(cue)}</p>\n`;
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
 xmlns:ebutts="urn:ebu:tt:style" ttp:timeBase="media" ttp:cellResolution="50 30" xml:lang="${xml(language)}">
  <head>
    <metadata>
      <ebuttm:documentMetadata>
        <ebuttm:conformsToStandard>urn:ebu:tt:distribution:2018-04</ebuttm:conformsToStandard>
      </ebuttm:documentMetadata>
${agents.join('')}    </metadata>
    <styling>
      <style xml:id="paragraph" tts:fontFamily="proportionalSansSerif" tts:fontSize="${SIZES[style?.size ?? 'medium']}" tts:lineHeight="normal"\
 tts:textAlign="center" tts:wrapOption="noWrap" ebutts:multiRowAlign="center" ebutts:linePadding="0.5c"${direction}/>
      <style xml:id="text" tts:color="#ffffffff" tts:backgroundColor="${background}"/>
    </styling>
    <layout>
      <region xml:id="region" tts:origin="5% 5%" tts:extent="90% 90%" tts:displayAlign="${style?.place === 'top' ? 'before' : 'after'}" tts:overflow="visible"/>
    </layout>
  </head>
${body}</tt>
`;
}
