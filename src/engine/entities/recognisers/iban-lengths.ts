/** Length of an IBAN by country, from the registry of ISO 13616. */
export const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'ad24 ae23 al28 at20 az28 ba20 be16 bg22 bh22 br29 by28 ch21 cr22 cy28 cz24 de22 dk18 do28 ee20 eg29 es24 fi18 fo18 fr27 gb22 ge22 gi23 gl18 gr27 gt28 ' +
    'hr21 hu28 ie22 il23 iq23 is26 it27 jo30 kw30 kz20 lb28 lc32 li21 lt20 lu20 lv21 ly25 mc27 md24 me22 mk19 mr27 mt31 mu30 nl18 no15 pk24 pl28 ps29 pt25 qa29 ' +
    'ro24 rs22 sa24 sc31 se24 si19 sk24 sm27 st25 sv28 tl23 tn24 tr26 ua29 va22 vg24 xk20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);
