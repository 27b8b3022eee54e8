const DIGITS = new Map([...'〇一二三四五六七八九'].map((sign, value) => [sign, value]));
for (const [sign, value] of [
  ['零', 0],
  ['两', 2],
  ['兩', 2],
] as const) {
  DIGITS.set(sign, value);
}
const UNITS = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
]);
const MYRIADS = new Map([
  ['万', 1e4],
  ['萬', 1e4],
  ['亿', 1e8],
  ['億', 1e8],
]);
const NUMBER = /[〇零一二两兩三四五六七八九十百千万萬亿億]+/gu;

/** Chinese and Japanese numerals in a text, as digits: "三点" contains 3, "二百万" 2000000. */
export const readHanNumbers = (text: string): string[] => (text.match(NUMBER) ?? []).map(readHanNumber);

function readHanNumber(signs: string): string {
  const digits = [...signs].map((sign) => DIGITS.get(sign));
  if (digits.every((digit) => digit !== undefined)) return digits.join('').replace(/^0+(?=\d)/u, '');
  let total = 0;
  let section = 0;
  let digit = 0;
  for (const sign of signs) {
    const unit = UNITS.get(sign);
    const myriad = MYRIADS.get(sign);
    if (unit) {
      section += (digit || 1) * unit;
      digit = 0;
    } else if (myriad) {
      total += (section + digit || 1) * myriad;
      section = 0;
      digit = 0;
    } else digit = DIGITS.get(sign) ?? 0;
  }
  return String(total + section + digit);
}
