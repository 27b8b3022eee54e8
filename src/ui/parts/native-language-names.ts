const NAMES =
  'as অসমীয়া|ba Башҡортса|be Беларуская|bo བོད་ཡིག|br Brezhoneg|cy Cymraeg|eu Euskara|' +
  'fo Føroyskt|gl Galego|ha Hausa|haw ʻŌlelo Hawaiʻi|ht Kreyòl ayisyen|hy Հայերեն|is Íslenska|' +
  'jw Basa Jawa|ka ქართული|km ខ្មែរ|la Latina|lb Lëtzebuergesch|ln Lingála|lo ລາວ|mg Malagasy|' +
  'mi Māori|mk Македонски|mn Монгол|mt Malti|my မြန်မာဘာသာ|ne नेपाली|nn Norsk nynorsk|' +
  'oc Occitan|ps پښتو|sa संस्कृतम्|si සිංහල|sn ChiShona|so Soomaali|sq Shqip|su Basa Sunda|' +
  'tg Тоҷикӣ|tk Türkmençe|tl Tagalog|tt Татарча|yi ייִדיש|yo Yorùbá';

/** Languages' own names, for those that browsers ship no names for. */
export const NATIVE_LANGUAGE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  NAMES.split('|').map((entry) => {
    const [code = '', ...name] = entry.split(' ');
    return [code, name.join(' ')];
  }),
);
