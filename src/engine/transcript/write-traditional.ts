import { ConverterFactory } from 'opencc-js/core';
import compatible from 'opencc-js/dict/CJK_Compatibility_Ideographs';
import characters from 'opencc-js/dict/STCharacters';
import phrases from 'opencc-js/dict/STPhrases';
import regional from 'opencc-js/dict/STPhrases_GeneratedFromRegionalPhrases';

/**
 * Returns OpenCC's `s2t`, of which its own presets bring the tables of all directions: Chinese in traditional characters. Each character
 * remains one, so offsets remain too.
 */
export async function traditionalWriter(): Promise<(text: string) => string> {
  // A promise in the built app (src/cli/build/packed-data.ts).
  const convert = ConverterFactory([compatible], [await phrases, regional, characters]);
  return (text) => {
    const written = convert(text);
    return [...written].length === [...text].length ? written : [...text].map(convert).join('');
  };
}
