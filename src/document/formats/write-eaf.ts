import { uniqueNames } from '../../lib/files/unique-names.ts';
import { cleanLine } from './blocks.ts';
import type { ExportView } from './export-view.ts';
import { type Segment, voicesOf } from './voices.ts';
import { XML_HEAD, xml } from './xml.ts';

/** ELAN's stereotypes, as it writes them itself. */
const CONSTRAINTS = [
  ['Time_Subdivision', "Time subdivision of parent annotation's time interval, no time gaps allowed"],
  [
    'Symbolic_Subdivision',
    'Symbolic subdivision of a parent annotation. Annotations refering to the same parent are ordered',
  ],
  ['Symbolic_Association', '1-1 association with a parent annotation'],
  [
    'Included_In',
    "Time alignable annotations within the parent annotation's time interval, gaps are allowed",
  ],
] as const;

/**
 * A tier of paragraphs (or sentences, with stamps on lines) for each voice, and below it one of its words, which are
 * inside them. Source: ELAN Annotation Format 3.0, EAFv3.0.xsd.
 */
export function writeEaf(view: ExportView): string {
  const { title, audio } = view.options;
  const slots: string[] = [];
  let annotations = 0;
  const slot = (timeMs: number) => {
    const id = `ts${slots.length + 1}`;
    slots.push(`        <TIME_SLOT TIME_SLOT_ID="${id}" TIME_VALUE="${timeMs}"/>\n`);
    return id;
  };
  const annotation = ({ startMs, endMs, text }: Segment) =>
    `        <ANNOTATION>
            <ALIGNABLE_ANNOTATION ANNOTATION_ID="a${++annotations}" TIME_SLOT_REF1="${slot(startMs)}" TIME_SLOT_REF2="${slot(endMs)}">
                <ANNOTATION_VALUE>${xml(text)}</ANNOTATION_VALUE>
            </ALIGNABLE_ANNOTATION>
        </ANNOTATION>
`;
  const voices = voicesOf(view);
  const names = uniqueNames(voices.flatMap(({ name }) => [name, `${name} - words`]));
  const tiers = voices.map(({ name, passages }, index) => {
    const [own = name, words = name] = names.slice(2 * index, 2 * index + 2);
    const participant = ` PARTICIPANT="${xml(name)}"`;
    return `    <TIER LINGUISTIC_TYPE_REF="utterance"${participant} TIER_ID="${xml(own)}">
${passages.map(annotation).join('')}    </TIER>
    <TIER LINGUISTIC_TYPE_REF="word" PARENT_REF="${xml(own)}"${participant} TIER_ID="${xml(words)}">
${passages.flatMap((passage) => passage.words.map(annotation)).join('')}    </TIER>
`;
  });
  const media = audio ?? title;
  const descriptor = media
    ? `<MEDIA_DESCRIPTOR MEDIA_URL="${xml(mediaUrl(media))}" MIME_TYPE="unknown"/>`
    : '';
  const date = view.about.edited_at ?? '1970-01-01T00:00:00.000Z';
  return `${XML_HEAD}<ANNOTATION_DOCUMENT xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" AUTHOR="" DATE="${xml(date)}" FORMAT="3.0"\
 VERSION="3.0" xsi:noNamespaceSchemaLocation="http://www.mpi.nl/tools/elan/EAFv3.0.xsd">
    <HEADER MEDIA_FILE="" TIME_UNITS="milliseconds">${descriptor}</HEADER>
    <TIME_ORDER>
${slots.join('')}    </TIME_ORDER>
${tiers.join('')}    <LINGUISTIC_TYPE GRAPHIC_REFERENCES="false" LINGUISTIC_TYPE_ID="utterance" TIME_ALIGNABLE="true"/>
    <LINGUISTIC_TYPE CONSTRAINTS="Included_In" GRAPHIC_REFERENCES="false" LINGUISTIC_TYPE_ID="word" TIME_ALIGNABLE="true"/>
${CONSTRAINTS.map(
  ([stereotype, description]) =>
    `    <CONSTRAINT DESCRIPTION="${xml(description)}" STEREOTYPE="${stereotype}"/>\n`,
).join('')}</ANNOTATION_DOCUMENT>
`;
}

/** A file name as an address; addresses remain. */
const mediaUrl = (media: string): string =>
  /^(https?|file|blob|data):/i.test(media) ? media : `./${encodeURIComponent(cleanLine(media))}`;
