"""Reads exported transcripts with the libraries of their fields; see check-readers.ts.

Exits 1 if a reader finds something else than was written. Readers that are not installed are left out.
"""

import csv
import importlib
import io
import json
import os
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

FOLDER = Path(sys.argv[1])
EXPECTED = json.loads((FOLDER / 'expected.json').read_text())
PARAGRAPHS = EXPECTED['paragraphs']
SPEAKERS = list(dict.fromkeys(p['speaker'] for p in PARAGRAPHS))
SECRET = 'swordfish'


def path(name, extension):
    return str(FOLDER / f'{name}.{extension}')


def same(found, expected, what):
    if found != expected:
        raise AssertionError(f'{what}: {found!r} instead of {expected!r}')


def close(found, expected, what, by=0.0015):
    if abs(found - expected) > by:
        raise AssertionError(f'{what}: {found} instead of {expected}')


def squeezed(text):
    return ' '.join(text.split())


def word_document(docx):
    for name in ('talk', 'lines', 'empty'):
        with zipfile.ZipFile(path(name, 'docx')) as archive:
            same(archive.testzip(), None, 'damaged part')
            for part in archive.namelist():
                ElementTree.fromstring(archive.read(part))
    document = docx.Document(path('talk', 'docx'))
    same(document.core_properties.title, 'Talk <1>', 'title')
    by_style = {}
    for paragraph in document.paragraphs:
        by_style.setdefault(paragraph.style.name, []).append(paragraph)
    same([p.text for p in by_style['Title']], ['Talk <1>'], 'heading')
    same([p.text for p in by_style['Heading 1']], [c['title'] for c in EXPECTED['chapters']], 'chapters')
    spoken = by_style['Utterance']
    for paragraph, wanted in zip(spoken, PARAGRAPHS, strict=True):
        bold = [run.text for run in paragraph.runs if run.bold]
        same(bold, [f"{wanted['speaker']}:"], 'bold')
        stamp, rest = paragraph.text.split('] ', 1)
        hours, minutes, seconds = stamp[1:].split(':')
        same(int(hours) * 3600 + int(minutes) * 60 + int(seconds), int(wanted['start']), 'stamp')
        same(rest, f"{wanted['speaker']}: {wanted['text']}", 'paragraph')
    same(docx.Document(path('empty', 'docx')).paragraphs[0].text, 'Talk <1>', 'empty document')


def rich_caption_text(text):
    return squeezed(text.replace('\\N', ' ').replace('\u2060', ''))


def captions(pysubs2):
    wanted = squeezed(' '.join(p['text'] for p in PARAGRAPHS))
    for extension in ('srt', 'vtt', 'ass', 'ttml'):
        events = pysubs2.load(path('talk', extension)).events
        for event in events:
            if event.end <= event.start:
                raise AssertionError(f'{extension}: a cue without time')
        said = squeezed(' '.join(rich_caption_text(event.plaintext) for event in sorted(events, key=lambda e: e.start)))
        close(max(event.start for event in events) / 1000, PARAGRAPHS[-1]['start'], extension, 3)
        # pysubs2 reads SubRip's and ASS's tags also here, where they are text; media-captions and ttconv do not.
        if extension in ('vtt', 'ttml'):
            continue
        # Formats without an escape have look-alikes; voices alternate where they overlap.
        letters = sorted(c for c in said if c.isalnum())
        same(letters, sorted(c for c in wanted if c.isalnum()), extension)
    ass = pysubs2.load(path('talk', 'ass'))
    same(sorted({event.name for event in ass}), sorted(SPEAKERS), 'names in ASS')
    same(len(pysubs2.load(path('empty', 'ass')).events), 0, 'empty ASS')


def ttml(ttconv):
    reader = importlib.import_module('ttconv.imsc.reader')
    isd = importlib.import_module('ttconv.isd')
    model = reader.to_model(ElementTree.parse(path('talk', 'ttml')))
    same(model.get_lang(), 'en', 'language')
    times = isd.ISD.significant_times(model)
    shown = 0
    for time in times:
        snapshot = isd.ISD.from_model(model, time)
        regions = [] if snapshot is None else list(snapshot.iter_regions())
        shown += any(len(list(region)) > 0 for region in regions)
    if shown < len(PARAGRAPHS):
        raise AssertionError(f'{shown} moments with captions')
    texts = [node.get_text() for node in model.get_body().dfs_iterator() if hasattr(node, 'get_text')]
    signs = sorted(c for text in texts for c in text if not c.isspace())
    same(signs, sorted(c for p in PARAGRAPHS for c in p['text'] if not c.isspace()), 'text')
    reader.to_model(ElementTree.parse(path('empty', 'ttml')))


def text_grid(praatio):
    textgrid = importlib.import_module('praatio.textgrid')
    for name in ('talk', 'lines', 'empty'):
        textgrid.openTextgrid(path(name, 'TextGrid'), includeEmptyIntervals=True, reportingMode='error')
    grid = textgrid.openTextgrid(path('talk', 'TextGrid'), includeEmptyIntervals=False)
    same(list(grid.tierNames), [name for s in SPEAKERS for name in (s, f'{s} - words')], 'tiers')
    close(grid.maxTimestamp, EXPECTED['duration'], 'length')
    for speaker in SPEAKERS:
        own = [p for p in PARAGRAPHS if p['speaker'] == speaker]
        entries = grid.getTier(speaker).entries
        same([e.label for e in entries], [p['text'] for p in own], speaker)
        for entry, wanted in zip(entries, own, strict=True):
            close(entry.start, wanted['start'], 'start')
            close(entry.end, wanted['end'], 'end')
        same(len(grid.getTier(f'{speaker} - words').entries), sum(p['words'] for p in own), 'words')


def elan(pympi):
    for name in ('talk', 'lines', 'empty'):
        pympi.Elan.Eaf(path(name, 'eaf'))
    eaf = pympi.Elan.Eaf(path('talk', 'eaf'))
    for speaker in SPEAKERS:
        own = [p for p in PARAGRAPHS if p['speaker'] == speaker]
        found = sorted(eaf.get_annotation_data_for_tier(speaker))
        same([text for _, _, text in found], [p['text'] for p in own], speaker)
        same([begin for begin, _, _ in found], [round(p['start'] * 1000) for p in own], 'begins')
        words = eaf.get_annotation_data_for_tier(f'{speaker} - words')
        same(len(words), sum(p['words'] for p in own), 'words')
        same(eaf.get_parameters_for_tier(f'{speaker} - words')['PARENT_REF'], speaker, 'parent')
        for begin, end, _ in words:
            if not any(b <= begin < end <= e for b, e, _ in found):
                raise AssertionError('a word outside of its paragraph')


def elan_schema(xmlschema):
    schema = xmlschema.XMLSchema(os.environ['EAF_SCHEMA'])
    for name in ('talk', 'lines', 'empty'):
        schema.validate(path(name, 'eaf'))


def rttm(util):
    annotations = util.load_rttm(path('talk', 'rttm'))
    same(list(annotations), ['Talk_<1>'], 'recording')
    annotation = annotations['Talk_<1>']
    same(len(annotation.labels()), len(SPEAKERS), 'speakers')
    close(annotation.get_timeline().extent().end, PARAGRAPHS[-1]['end'], 'end')


def spreadsheet(pandas):
    table = pandas.read_csv(path('talk', 'csv'))
    same(len(table), len(PARAGRAPHS), 'rows')
    for (_, row), wanted in zip(table.iterrows(), PARAGRAPHS, strict=True):
        close(row['start'], wanted['start'], 'start')
        same(row['text'].removeprefix("'"), wanted['text'], 'text')
        same(row['speaker'].removeprefix("'"), wanted['speaker'], 'speaker')
        for cell in (row['text'], row['speaker']):
            if cell[0] in '=+-@|':
                raise AssertionError(f'a formula: {cell}')
    with io.open(path('lines', 'csv'), encoding='utf-8-sig', newline='') as file:
        same({len(row) for row in csv.reader(file, strict=True)}, {7}, 'columns')
    labels = pandas.read_csv(path('talk', 'labels.txt'), sep='\t', header=None, quoting=csv.QUOTE_NONE)
    same(labels.shape, (len(PARAGRAPHS), 3), 'labels')


def seconds(rational):
    count, _, per = rational.removesuffix('s').partition('/')
    return int(count) / int(per or 1)


def timelines(otio):
    (timeline,) = otio.adapters.read_from_file(path('talk', 'fcpxml'))
    same(timeline.name, 'Talk <1>', 'timeline of FCPXML')
    # The adapter passes over markers that are on no clip.
    gap = ElementTree.parse(path('talk', 'fcpxml')).find('.//spine/gap')
    close(seconds(gap.get('duration')), EXPECTED['duration'], 'length', 0.04)
    for marker, wanted in zip(gap.findall('marker'), PARAGRAPHS, strict=True):
        close(seconds(marker.get('start')), wanted['start'], 'marker', 0.021)
        same(marker.get('value'), f"{wanted['speaker']}: {wanted['text']}", 'marker')
    edl = otio.adapters.read_from_file(path('talk', 'edl'), rate=25)
    events = [event for track in edl.tracks for event in track if isinstance(event, otio.schema.Clip)]
    markers = sorted([(c['start'], None) for c in EXPECTED['chapters']] + [(p['start'], p) for p in PARAGRAPHS[:-1]], key=lambda m: m[0])
    for event, (start, _) in zip(events, markers, strict=True):
        close(event.source_range.start_time.to_seconds(), 3600 + start, 'event', 0.021)


def markdown(markdown_it):
    tokens = markdown_it.MarkdownIt('gfm-like', {'linkify': False}).parse(Path(path('talk', 'md')).read_text())
    kinds = {child.type for token in tokens for child in token.children or []} | {token.type for token in tokens}
    wanted = {'heading_open', 'heading_close', 'paragraph_open', 'paragraph_close', 'inline', 'text', 'strong_open', 'strong_close', 'code_inline', 'text_special'}
    same(kinds - wanted, set(), 'other syntax')
    said = [''.join(c.content for c in token.children) for token in tokens if token.type == 'inline']
    for paragraph in PARAGRAPHS:
        if not any(text.endswith(f"{paragraph['speaker']}: {paragraph['text']}") for text in said):
            raise AssertionError(f"missing: {paragraph['text']}")


def page(html5lib):
    for name in ('talk', 'lines', 'empty'):
        html5lib.HTMLParser(strict=True).parse(Path(path(name, 'html')).read_text())
    tree = html5lib.parse(Path(path('talk', 'html')).read_text(), namespaceHTMLElements=False)
    sections = tree.findall('.//section')
    for section, wanted in zip(sections, PARAGRAPHS, strict=True):
        same(section.get('data-voice'), wanted['speaker'], 'speaker')
        spans = section.findall('.//span')
        same(squeezed(' '.join(''.join(s.itertext()) for s in spans)), wanted['text'], 'text')
        close(float(spans[0].get('data-t')), wanted['start'], 'time')


def cuts(otio):
    for extension in ('otio', 'edl', 'fcpxml'):
        options = {'rate': 25} if extension == 'edl' else {}
        read = otio.adapters.read_from_file(path('cut', extension), **options)
        timeline = read if isinstance(read, otio.schema.Timeline) else next(iter(read))
        tracks = timeline.tracks if hasattr(timeline, 'tracks') else timeline
        for track in tracks:
            ranges = [clip.source_range for clip in track.find_clips()]
            same(len(ranges), len(EXPECTED['cuts']), f'{extension}: clips')
            # The reader of FCPXML cuts fractions off, which can cost it a frame.
            by = 0.041 if extension == 'fcpxml' else 0.0015
            for found, (start, seconds) in zip(ranges, EXPECTED['cuts'], strict=True):
                close(found.start_time.to_seconds(), start, f'{extension}: start', by)
                close(found.duration.to_seconds(), seconds, f'{extension}: length', by)


def pdf(pypdf):
    reader = pypdf.PdfReader(path('talk', 'pdf'))
    titles = [c['title'] for c in EXPECTED['chapters']]
    bookmarks = [item.title for item in reader.outline[1]]
    same(bookmarks, titles, 'bookmarks')
    text = squeezed(' '.join(page.extract_text() for page in reader.pages))
    first = PARAGRAPHS[0]['text'].split()[0]
    if first not in text or SECRET in text:
        raise AssertionError('text')


READERS = [
    ('DOCX', 'docx', 'python-docx', word_document),
    ('SRT, VTT, ASS, TTML', 'pysubs2', 'pysubs2', captions),
    ('TTML', 'ttconv', 'ttconv', ttml),
    ('TextGrid', 'praatio', 'praatio', text_grid),
    ('EAF', 'pympi', 'pympi-ling', elan),
    ('EAF against its schema', 'xmlschema', 'xmlschema', elan_schema),
    ('RTTM', 'pyannote.database.util', 'pyannote.database', rttm),
    ('CSV, Audacity', 'pandas', 'pandas', spreadsheet),
    ('EDL, FCPXML', 'opentimelineio', 'opentimelineio, otio-cmx3600-adapter, otio-fcpx-xml-adapter', timelines),
    ('Cuts as EDL, FCPXML, OTIO', 'opentimelineio', 'opentimelineio, otio-cmx3600-adapter, otio-fcpx-xml-adapter', cuts),
    ('PDF', 'pypdf', 'pypdf', pdf),
    ('Markdown', 'markdown_it', 'markdown-it-py', markdown),
    ('HTML', 'html5lib', 'html5lib', page),
]

failed = 0
for formats, module, package, check in READERS:
    try:
        reader = importlib.import_module(module)
    except ImportError:
        print(f'{formats}: left out, {package} is not installed')
        continue
    if check is elan_schema and 'EAF_SCHEMA' not in os.environ:
        print(f'{formats}: left out, EAF_SCHEMA does not name it')
        continue
    try:
        check(reader)
        print(f'{formats}: read by {package}')
    except Exception as error:
        failed += 1
        print(f'{formats}: {package}: {type(error).__name__}: {error}')

for file in FOLDER.iterdir():
    data = file.read_bytes()
    parts = [data]
    if file.suffix == '.docx':
        archive = zipfile.ZipFile(file)
        parts = [archive.read(name) for name in archive.namelist()]
    if any(SECRET.encode() in part for part in parts):
        failed += 1
        print(f'{file.name} has what was redacted')

sys.exit(1 if failed else 0)
