/**
 * How letters sound in each language: a regular expression for letters in context, and the sounds it represents. The
 * first matching rule applies; letters without a rule represent themselves. Sounds are deliberately broad, so that
 * what a recogniser confuses comes out alike.
 *
 * Sounds: vowels `a e i o u y @` (`y` front rounded, `@` weak); consonants `p b t d k g f v s z S Z T D m n N l r h w
 * j x`, `c` (chair) and `J` (jam).
 */
export type SoundRules = readonly (readonly [letters: string, sounds: string])[];

/** Each rule as `letters→sounds`. */
const rules = (text: string): SoundRules =>
  text
    .trim()
    .split(/\s+/u)
    .map((rule) => {
      const [letters = '', sounds = ''] = rule.split('→');
      return [letters, sounds];
    });

const C = '[bcdfghjklmnpqrstvwxz]';
const V = '[aeiouy]';

const ENGLISH: SoundRules = rules(`
  ^b$→bi ^c$→si ^d$→di ^e$→i ^f$→ef ^g$→Ji ^h$→eic ^i$→ai ^j$→Jei ^k$→kei ^l$→el ^m$→em ^n$→en ^p$→pi ^q$→kju
  ^r$→ar ^s$→es ^t$→ti ^u$→ju ^v$→vi ^x$→eks ^y$→wai ^z$→zi ^you$→ju (?<=^${C}+)y$→ai
  ^(?:kn|gn|pn|mn)→n ^eye→ai ^ps→s ^wr→r ^xi(?=[ao])→S ^x→z cz→c cester→st@r (?<=m)b$→ (?<=m)n$→
  ough(?=t)→o augh(?=t)→o eigh→ei igh→ai ough→o augh→af ^gh→g gh→ tch→c sch→S
  (?:ss|s|t|c)i(?=on|al|ous|an$|ent)→S t(?=ure)→c ch(?=[rl])→k ch→c sh→S ph→f th→T wh→w ck→k cc(?=[ei])→ks
  sc(?=[eiy])→s c(?=[eiy])→s c→k qu→kw q→k d?g(?=e$)→J dg(?=[eiy])→J gu(?=[ei])→g
  ^g(?=et|ear|irl|i[vfl])→g gn$→n gg→g g(?=[eiy])→J ng(?=$|[^aeiouy])→N n(?=[kx])→N j→J x→ks tz→ts
  (?<=${V})s(?=${V})→z (?<=[dglmnrvw])s$→z y(?=[aeiou])→j (?<=[aeo])w→ (?<=${V}.*)e$→ (?<=${C})le$→@l
  (?<=${V}.*[^td])ed$→d ea(?=d|th|lth)→e (?:ee|ea|ie|ei)→i ey$→i oo→u ou→au ow$→o ow→au (?:oa|oe)→o
  (?:ai|ay|ey)→ei au→o aw→o (?:oi|oy)→oi (?:ew|eu|ue|ui)→u (?:er|ir|ur|ear)(?![aeiouy])→@r or$→@r
  a(?=${C}e(?:s|d|r)?$)→ei i(?=${C}e(?:s|d|r)?$)→ai e(?=${C}e(?:s|d)?$)→i (?:u|y)(?=${C}e(?:s|d|r)?$)→u
  a$→@ y$→i y→i u(?=${C}${V})→u u(?=${C})→a h(?=$|[^aeiouy])→
`);

const GERMAN: SoundRules = rules(`
  tsch→c dsch→J szcz→Sc cz→c mpf→mf sch→S ^s(?=[pt])→S chs→ks ch→x ck→k (?:tz|zz|z)→ts (?:ß|ss)→s
  s(?=[aeiouäöüy])→z ph→f th→t dt→t qu→kv x→ks v→f w→v c(?=[eiäöy])→ts c→k ig$→ix ng→N n(?=k)→N b$→p d$→t
  g$→k (?:äu|eu|oi|oy)→oi (?:ei|ai|ey|ay)→ai ie→i ä→e (?:ö|oe)→e (?:ü|ue)→y
  (?<=[aeiouäöü])h(?![aeiouäöü])→ er$→@ e$→@ y$→i
`);

const FRENCH: SoundRules = rules(`
  aul[td]s?$→o (?:eau|aux?|ô)→o oin→wen oi→wa où|ou→u (?:œu|oeu|eu|œ)→e ill(?=e|a|o)→ij
  (?:ain|ein|aim|in|im|yn|ym|un|um)(?![aeiouynmhéè])→en ien(?![aeiounéè])→jen
  (?:an|am|en|em)(?![aeiouynmhéè])→an (?:on|om)(?![aeiouynmhéè])→on ti(?=on|el)→sj (?:er|ez|et)$→e
  (?:ai|aî|ei|é|è|ê|ë)→e (?:sch|ch)→S gn→nj ph→f th→t qu|q→k gu(?=[eiéè])→g g(?=[eiyéè])→Z j→Z
  cc(?=[eiéè])→ks ç→s c(?=[eiyéèê])→s c→k (?:es|e)$→ (?<=.)[xstdpz]$→ x→ks
  (?<=[aeiouyéè])s(?=[aeiouyéè])→z h→ û|u|ü→y y→i
`);

const SPANISH: SoundRules = rules(`
  ch→c ll→j ñ→nj qu→k gü→gw gu(?=[eiéí])→g gu(?=[aoáó])→w g(?=[eiéí])→x j→x z→s c(?=[eiéí])→s c→k h→ v→b
  x→ks y$→i y→j ü→u
`);

const ITALIAN: SoundRules = rules(`
  gli→lj gn→nj sci(?=[aouàòù])→S sc(?=[eièéì])→S cci(?=[aouàòù])→c ci(?=[aouàòù])→c c?c(?=[eièéì])→c ch→k
  c→k g?gi(?=[aouàòù])→J g?g(?=[eièéì])→J gh→g qu|q→kw zz?→ts h→ (?<=[aeiou])s(?=[aeiou])→z x→ks y→i w→v
`);

/** Mandarin, romanised as Pinyin. */
const PINYIN: SoundRules = rules(`
  zh→J ch→c sh→S x→S q→c j→J [zc]→ts ng→N y→j
`);

/** What most Latin orthographies share, and how other scripts are romanised. */
const COMMON: SoundRules = rules(`
  sch|sh|š|ş|ș|ś→S tch|ch|č|ć|cz→c ç→s sz→S zh|ž|ż|ź→Z ph→f th→t kh→x gh→g qu→kv q→k ck→k c(?=[eiy])→s c→k
  x→ks ł|w→v ñ→nj ß→s ä|æ→e ö|ø→e ü→y å→o ı→i đ→d þ→T ð→D œ→e y(?=[aeiou])→j y→i
`);

const RULES: Readonly<Record<string, SoundRules>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  zh: PINYIN,
  yue: PINYIN,
};

export const soundRules = (language: string): SoundRules => RULES[language] ?? COMMON;
