import { XML_HEAD, xml } from '../xml.ts';

/** The parts of a Word document that hold no words. Source: ECMA-376, parts 1 (WordprocessingML) and 2 (packages). */
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

export const CONTENT_TYPES =
  `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ` +
  'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ' +
  'ContentType="application/xml"/><Override PartName="/word/document.xml" ' +
  'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override ' +
  'PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/><Override ' +
  'PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>';

export const PACKAGE_LINKS =
  `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" ` +
  `Target="word/document.xml"/><Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" ` +
  'Target="docProps/core.xml"/></Relationships>';

export const DOCUMENT_LINKS =
  `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/styles" ` +
  'Target="styles.xml"/></Relationships>';

/** Title and time of the last edit. */
export function coreProperties(title: string, editedAt: string | null): string {
  const edited = editedAt
    ? `<dcterms:modified xsi:type="dcterms:W3CDTF">${xml(editedAt.replace(/\.\d+Z$/, 'Z'))}</dcterms:modified>`
    : '';
  return (
    `${XML_HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
    'xmlns:dcterms="http://purl.org/dc/terms/" ' +
    `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${xml(title)}</dc:title>${edited}</cp:coreProperties>`
  );
}

const paragraphStyle = (
  id: string,
  name: string,
  properties: string,
  { text = '', next = 'Utterance' }: { text?: string | undefined; next?: string | undefined } = {},
) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:next w:val="${next}"/><w:qFormat/><w:pPr>\
${properties}</w:pPr>${text && `<w:rPr>${text}</w:rPr>`}</w:style>`;

const customStyle = (id: string, properties: string, text = '') =>
  paragraphStyle(id, id, properties, { text }).replace(
    '<w:style w:type="paragraph"',
    '<w:style w:type="paragraph" w:customStyle="1"',
  );

const characterStyle = (id: string, name: string, text: string) =>
  `<w:style w:type="character" w:customStyle="1" w:styleId="${id}"><w:name w:val="${name}"/><w:qFormat/><w:rPr>${text}</w:rPr></w:style>`;

/** The styles by which people change how all speakers, stamps or paragraphs look at once. */
export const STYLES = `${XML_HEAD}<w:styles xmlns:w="${WORD}"><w:docDefaults><w:rPrDefault><w:rPr>\
<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Arial"/><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr>\
<w:spacing w:after="160" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>\
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>\
<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/></w:style>${[
  paragraphStyle('Title', 'Title', '<w:spacing w:after="240"/>', {
    text: '<w:sz w:val="44"/><w:szCs w:val="44"/>',
  }),
  paragraphStyle(
    'Heading1',
    'heading 1',
    '<w:keepNext/><w:spacing w:before="360" w:after="120"/><w:outlineLvl w:val="0"/>',
    { text: '<w:b/><w:bCs/><w:sz w:val="30"/><w:szCs w:val="30"/>' },
  ),
  customStyle('Utterance', '<w:widowControl/>'),
  customStyle('Translation', '<w:widowControl/><w:ind w:left="360"/>', '<w:i/><w:iCs/>'),
  characterStyle('Speaker', 'Speaker', '<w:b/><w:bCs/>'),
  characterStyle('Timestamp', 'Timestamp', '<w:color w:val="5F6B68"/><w:sz w:val="18"/><w:szCs w:val="18"/>'),
].join('')}</w:styles>`;
