/**
 * Length of an IBAN by country: from the registry of ISO 13616, and of countries whose banks write such numbers without
 * being in it.
 */
export const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'ad24 ae23 al28 at20 az28 ba20 be16 bg22 bh22 bi27 br29 by28 ch21 cr22 cy28 cz24 de22 dj27 dk18 do28 ee20 eg29 es24 fi18 fk18 fo18 fr27 gb22 ge22 gi23 gl18 ' +
    'gr27 gt28 hn28 hr21 hu28 ie22 il23 iq23 is26 it27 jo30 kw30 kz20 lb28 lc32 li21 lt20 lu20 lv21 ly25 mc27 md24 me22 mk19 mn20 mr27 mt31 mu30 ni28 nl18 no15 ' +
    'om23 pk24 pl28 ps29 pt25 qa29 ro24 rs22 ru33 sa24 sc31 sd18 se24 si19 sk24 sm27 so23 st25 sv28 tl23 tn24 tr26 ua29 va22 vg24 xk20 ye30 ' +
    'ao25 bf28 bj28 cf27 cg27 ci28 cm27 cv25 dz26 ga27 gq27 gw25 ir26 km27 ma28 mg27 ml28 mz25 ne28 sn28 td27 tg28'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);
