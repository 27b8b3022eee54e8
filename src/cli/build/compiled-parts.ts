/** A library that a package brings in compiled form, without its licence. */
export interface CompiledPart {
  /** Packages that contain it. */
  in: readonly string[];
  name: string;
  /** SPDX identifier. */
  licence: string;
  copyright: string;
  /** Its source, and that of its build. */
  sources: readonly string[];
}

const WASM_DECODERS = 'https://github.com/eshaz/wasm-audio-decoders';
const MEDIABUNNY = 'https://github.com/Vanilagy/mediabunny';

/** Read off the packages' READMEs and the build files of their repositories. */
export const COMPILED_PARTS: readonly CompiledPart[] = [
  {
    in: ['mpg123-decoder'],
    name: 'libmpg123',
    licence: 'LGPL-2.1-only',
    copyright: 'Copyright 1995-2023 Michael Hipp, Thomas Orgis and others',
    sources: ['https://www.mpg123.de', `${WASM_DECODERS}/tree/main/src/mpg123-decoder`],
  },
  {
    in: ['@mediabunny/ac3'],
    name: 'FFmpeg (AC-3 and E-AC-3 parts of libavcodec, libavutil)',
    licence: 'LGPL-2.1-or-later',
    copyright: 'Copyright the FFmpeg developers',
    sources: ['https://ffmpeg.org', `${MEDIABUNNY}/tree/main/packages/ac3`],
  },
  {
    in: ['opus-decoder'],
    name: 'libopus',
    licence: 'BSD-3-Clause',
    copyright:
      'Copyright 2001-2023 Xiph.Org, Skype Limited, Octasic, Jean-Marc Valin, Timothy B. Terriberry, CSIRO, Gregory Maxwell, Mark ' +
      'Borgerding, Erik de Castro Lopo, Mozilla, Amazon',
    sources: ['https://github.com/xiph/opus', `${WASM_DECODERS}/tree/main/src/opus-decoder`],
  },
  {
    in: ['@wasm-audio-decoders/flac'],
    name: 'libFLAC',
    licence: 'BSD-3-Clause',
    copyright: 'Copyright 2000-2009 Josh Coalson, 2011-2023 Xiph.Org Foundation',
    sources: ['https://github.com/xiph/flac', `${WASM_DECODERS}/tree/main/src/flac`],
  },
  {
    in: ['@wasm-audio-decoders/ogg-vorbis'],
    name: 'libvorbis and libogg',
    licence: 'BSD-3-Clause',
    copyright: 'Copyright 2002-2020 Xiph.Org Foundation',
    sources: [
      'https://github.com/xiph/vorbis',
      'https://github.com/xiph/ogg',
      `${WASM_DECODERS}/tree/main/src/ogg-vorbis`,
    ],
  },
  {
    in: ['@browsermt/bergamot-translator'],
    name: 'Marian and intgemm',
    licence: 'MIT',
    copyright:
      'Copyright 2016 Marcin Junczys-Dowmunt, the University of Edinburgh, Adam Mickiewicz University',
    sources: ['https://github.com/browsermt/marian-dev', 'https://github.com/kpu/intgemm'],
  },
  {
    in: ['@browsermt/bergamot-translator'],
    name: 'SentencePiece',
    licence: 'Apache-2.0',
    copyright: 'Copyright 2018 Google Inc.',
    sources: ['https://github.com/browsermt/sentencepiece'],
  },
];
