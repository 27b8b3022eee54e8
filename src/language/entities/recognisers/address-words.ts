const words = (text: string): string[] => text.split(' ');

/**
 * Top-level domains looked for without a written sign of an address, longer ones first. Countries whose code is a
 * word, a unit or a file extension are omitted.
 */
export const DOMAIN_ENDINGS: readonly string[] = words(
  'online store cloud email info site tech blog shop coop museum name arpa com org net edu gov mil int biz dev app xyz pro eus cat gob gouv ' +
    'agency club consulting digital health hotel legal ltd media services software solutions studio systems technology travel website wiki zone ' +
    'co io ai me tv uk us eu ca au nz ie in za de at ch li fr be lu mc es pt it sm nl dk se no fi is pl cz sk hu ro bg gr hr si rs tr ru ua jp cn kr br mx ar cl pe ve uy ' +
    'ae af ag ao aq aw ax az bb bd bf bh bj bm bn bt bw bz cf cg ck cr cu cv cw cx cy dj dm dz ec ee eg fj fk fo gd gf gg gm gp gq gt gu gw gy hk hn ht iq ir jm ke kh kn kw kz ' +
    'lc lk lr ls lt lv ly mh mk mn mp mq mt mu mv mz nc nf ng np nr pf pg ph pk pn qa rw sb sg sl sn sr sv sy sz tc td tf tg th tj tk tn tt tw tz ug uz vc vg vn vu wf ws yt zm zw',
).toSorted((a, b) => b.length - a.length);

/** Top-level domains that are also words: after a spoken "dot" or "punto" they need a word about web sites nearby. */
export const AMBIGUOUS_ENDINGS: ReadonlySet<string> = new Set(
  words(
    'es de it me co us be at is no in am la se si name store shop site pro cat int email info online il ch li ai ca fi ' +
      'agency club consulting digital health hotel legal media services software solutions studio systems technology travel website wiki zone',
  ),
);

/** Words before a spoken "dot" that are ordinary speech, not a site's name. */
export const NO_SITE: ReadonlySet<string> = new Set(
  words(
    'the a an this that one first last some any no is el la los las un una este ese primer ultimo le les ce cet cette premier dernier der die das ein dieser il lo questo quel primo ultimo punto point',
  ),
);

/** Words before a spoken "at" that are ordinary speech, not a mailbox. */
export const NO_LOCAL_PART: ReadonlySet<string> = new Set(
  words(
    'me us you him her it them look looking looked arrive arrived work works working worked shop shopping shopped buy bought order ordered check checked meet met available stay staying stayed ' +
      'is are was were be been not and or here there online today tomorrow now then only just even still visit visiting found find stop anger laugh good bad best login sign signed start started ' +
      'everything something nothing anything all one people customers team support products details page more information job jobs account price prices tickets deals sale try trying back again hosted listed posted',
  ),
);

export const FILE_ENDINGS: readonly string[] = words(
  'pdf docx doc xlsx xls pptx ppt txt csv jpeg jpg png gif zip rar mp3 mp4 wav mov odt rtf json xml html',
);

/** Providers of mail as they are said, part of a folded pattern. */
export const PROVIDERS =
  'g ?mail|google ?mail|hot ?mail|outlook|yahoo|i ?cloud|proton ?mail|fast ?mail|g ?m ?x|web ?de|t ?online|free ?net|orange|la ?poste|libero|virgilio|tiscali|aol|a o l';

/** Mailboxes of offices. */
export const ROLE_MAILBOX: ReadonlySet<string> = new Set(
  words(
    'info sales office admin hello contact enquiries billing kontakt service vertrieb contacto ventas contatti vendite',
  ),
);
