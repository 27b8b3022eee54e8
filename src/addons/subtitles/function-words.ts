/** Words that show where a phrase begins, in lower case. */
interface FunctionWords {
  /** Articles, determiners and prepositions belong to what follows, so no row ends with one. */
  leading: string;
  /** Pronouns and auxiliaries, which preferably stay with what follows. */
  light?: string;
  /** Words that start a clause: a good place to break is before them. */
  conjunctions: string;
  /** Particles that belong to what precedes them: no row starts with one. */
  trailing?: string;
}

const LISTS: Readonly<Record<string, FunctionWords>> = {
  en: {
    leading:
      'a an the this these those my your his her its our their some any each every no of in on at by for from with without about into onto over under between through during before after against among toward towards upon within across behind beyond near off per via to along around above below except despite inside outside throughout like not mr mrs ms dr',
    light:
      "i'm i we he she they you it is are was were be been am will would can could should shall may might must do does did don't doesn't didn't won't can't have has had very",
    conjunctions:
      'and but or so yet because if when while although though unless until since where which who whose that than as whether',
  },
  de: {
    leading:
      'der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner mein meine meinen meinem meiner dein deine sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer unser unsere euer eure dieser diese dieses diesen diesem jeder jede jedes jeden jedem in im ins an am ans auf aus bei beim mit nach von vom vor zu zum zur für durch gegen ohne um über unter zwischen hinter neben seit während wegen trotz bis ab pro herr frau dr',
    light: 'ich du er es wir sich nicht sehr ist sind war waren wird werden hat haben kann',
    conjunctions:
      'und oder aber denn sondern weil dass wenn als ob obwohl damit während bevor nachdem sodass falls wobei der welche welcher welches wie wo',
  },
  fr: {
    leading:
      "le la les l' un une des du de d' au aux ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs chaque quelques plusieurs à dans par pour en vers avec sans sous sur entre chez contre depuis pendant avant après devant derrière dès selon malgré m mme dr",
    light: "je tu il elle on nous vous ils elles se me te ne n' est sont était a ont très",
    conjunctions:
      'et ou mais donc or ni car que qui dont où lorsque quand si comme parce puisque quoique afin',
  },
  es: {
    leading:
      'el la los las un una unos unas lo al del este esta estos estas ese esa esos esas mi mis tu tus su sus nuestro nuestra nuestros nuestras cada algún alguna ningún ninguna a ante bajo con contra de desde en entre hacia hasta para por según sin sobre tras durante sr sra dr',
    light: 'me te se nos no muy es son era está han ha he',
    conjunctions:
      'y e o u pero sino porque que si cuando aunque mientras donde quien quienes cual como pues ni',
  },
  it: {
    leading:
      "il lo la i gli le l' un uno una un' questo questa questi queste quel quella quei quegli quelle mio mia miei mie tuo tua suo sua nostro nostra vostro vostra ogni qualche di a da in con su per tra fra del dello della dei degli delle dell' al allo alla ai agli alle all' dal dallo dalla dai dagli dalle dall' nel nello nella nei negli nelle nell' sul sullo sulla sui sugli sulle sull' senza verso dopo prima durante sig dott",
    light: 'mi ti si ci vi non molto è sono era ha hanno',
    conjunctions: 'e ed o ma però perché che se quando mentre dove cui quale quali come né oppure quindi',
  },
  pt: {
    leading:
      'o a os as um uma uns umas este esta estes estas esse essa aquele aquela meu minha meus minhas teu tua seu sua seus suas nosso nossa cada algum alguma nenhum nenhuma ao à aos às de do da dos das em no na nos nas num numa por pelo pela pelos pelas para com sem sob sobre entre até desde após durante contra sr sra dr',
    light: 'me te se não muito é são era está tem',
    conjunctions: 'e ou mas porém porque que se quando embora enquanto onde quem qual como pois nem',
  },
  nl: {
    leading:
      "de het een 't deze dit die dat mijn jouw zijn haar ons onze jullie hun elk elke geen in op aan bij met van voor naar uit over onder tussen door tegen zonder om tot na tijdens achter naast sinds meneer mevrouw dr",
    light: 'ik jij hij zij wij ze we je niet heel erg is zijn was',
    conjunctions: 'en of maar want omdat dat als toen terwijl hoewel zodat voordat nadat waar die wie',
  },
  sv: {
    leading:
      'en ett den det de denna detta dessa min mitt mina din ditt dina sin sitt sina vår vårt våra i på av för med till från om vid hos under över mellan genom mot utan efter före',
    light: 'jag du han hon vi de inte mycket är var har',
    conjunctions: 'och eller men för att som när om medan eftersom därför fast innan där',
  },
  pl: {
    leading:
      'ten ta to te ci tego tej tym tych mój moja moje twój twoja jego jej ich nasz nasza każdy każda w we z ze na do od ode po za o u przy przez dla bez pod nad przed między ku pan pani',
    light: 'nie bardzo się jest są był była',
    conjunctions:
      'i oraz a ale lub albo że żeby aby bo ponieważ gdy kiedy jeśli jeżeli chociaż który która które gdzie',
  },
  ru: {
    leading:
      'этот эта это эти мой моя моё мои твой твоя его её их наш наша ваш ваша каждый каждая в во на с со к ко по за из изо от до у о об обо при про для без под над перед между через',
    light: 'не ни очень я ты он она мы вы они',
    conjunctions: 'и а но или либо что чтобы потому если когда хотя пока который которая которое где как',
  },
  ar: {
    leading: 'في من على إلى عن مع بعد قبل بين عند تحت فوق خلال حول ضد منذ حتى هذا هذه ذلك تلك كل بعض',
    light: 'لا لم لن ما قد سوف',
    conjunctions: 'و أو ثم لكن لأن إذا عندما بينما التي الذي الذين أن حيث كما',
  },
  ja: {
    leading: 'この その あの どの',
    conjunctions: 'そして しかし だから でも または それで',
    trailing:
      'は が を に へ と で の も や か ね よ な ば て た だ ます です まし た から まで より だけ ので のに けど って れる られ せる ない たい する し さ い る う れ たら ない なかっ ありません',
  },
  zh: {
    leading: '这 那 在 从 向 对 把 被 给 跟 和 与 很 不 没 一 個 这个 那个 這 從 對 給 與 沒',
    conjunctions: '但是 可是 因为 所以 如果 虽然 而且 或者 然后 但 而 因為 雖然 然後',
    trailing: '的 了 吗 呢 吧 啊 着 过 们 得 地 嗎 著 過 們 里 上 下 中',
  },
  ko: {
    leading: '이 그 저 한 두 세 안 못',
    conjunctions: '그리고 그러나 하지만 그래서 또는 그런데',
  },
};

interface FunctionWordSets {
  leading: ReadonlySet<string>;
  light: ReadonlySet<string>;
  conjunctions: ReadonlySet<string>;
  trailing: ReadonlySet<string>;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').filter((word) => word !== ''));

const SETS: ReadonlyMap<string, FunctionWordSets> = new Map(
  Object.entries(LISTS).map(([language, { leading, light, conjunctions, trailing }]) => [
    language,
    {
      leading: setOf(leading),
      light: setOf(light ?? ''),
      conjunctions: setOf(conjunctions),
      trailing: setOf(trailing ?? ''),
    },
  ]),
);

const NONE: FunctionWordSets = {
  leading: new Set(),
  light: new Set(),
  conjunctions: new Set(),
  trailing: new Set(),
};

/** The function words of a language; empty if it has no list. */
export const functionWordsOf = (language: string): FunctionWordSets => SETS.get(language) ?? NONE;
