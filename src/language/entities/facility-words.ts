/** How a language names hospitals and the like; all words in the form of `nameKey`, alternatives separated by "|". */
export interface FacilityWords {
  /** What a facility is, after its name: "Mercy Hospital". */
  after: string;
  /** What it is, before its name: "Hôpital Saint-Louis". */
  before: string;
  /** May stand between what it is and its name: "Hospital Universitario La Paz". */
  kinds: string;
  /** Lead to a name or join its parts: "Klinik am Park". */
  links: string;
  /** Say which one without naming it: "the local hospital", "l'hôpital de jour". */
  general: string;
}

const ENGLISH_AFTER =
  "hospital|hospitals|clinic|clinics|infirmary|hospice|sanatorium|medical center|medical centre|health center|health centre|cancer center|cancer centre|surgery center|medical group|health system|nursing home|care home|dental practice|medical practice|family practice|urgent care|dental clinic|walk-in clinic|children's hospital|general hospital|memorial hospital|university hospital|eye hospital|hospital center";

export const FACILITY_WORDS: Readonly<Record<string, FacilityWords>> = {
  en: {
    after: ENGLISH_AFTER,
    before: 'hospital of|hospital for|clinic of|clinic for|institute for',
    kinds: '',
    links: 'of|the|for|and|at',
    general:
      "local|nearest|nearby|big|small|new|old|next|other|another|same|whole|public|private|free|general|children's|childrens|university|college|community|county|city|state|town|village|teaching|mental|psychiatric|psych|field|military|animal|pet|vet|veterinary|main|major|best|good|great|different|certain|modern|busy|full|maternity|eye|dental|medical|health|fertility|abortion|sleep|pain|skin|walk-in|outpatient|vaccination|flu|tax|law|legal|golf|tennis|football|soccer|basketball|hockey|rehab|cancer|memorial|regional|rural|district|american|emergency|family|day|night|any|every|each|some|many|most|two|three|four|five|several|first|second|last|large|leading|nice|terrible|inpatient|surgical|acute|special|specialist|women's|men's|our|doctor's|doctors|year|week",
  },
  de: {
    after: '',
    before:
      'klinik|kliniken|klinikum|krankenhaus|uniklinik|uniklinikum|universitatsklinikum|universitatsklinik|spital|unispital|pflegeheim|seniorenheim|altenheim|hospiz|praxis|arztpraxis|zahnarztpraxis|gemeinschaftspraxis|gesundheitszentrum|apotheke|kinderklinik|frauenklinik|tagesklinik|hospital',
    kinds: '',
    links: 'st|sankt|am|an|der|dem|im|in|zum|zur|des|vom|von|fur|rechts|links',
    general:
      'montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember|termin|termine|besuch|aufenthalt|bett|betten|untersuchung|operation|arzt|arzte|arztin|personal|angst|stress|zeit|uhr|tage|wochen|monate|jahr|jahre|ende|anfang|sommer|winter|herbst|fruhjahr|stadt|nahe|ort|land|dorf|gegend|morgen|abend|nacht|mittag|woche|regel|lage|bereich|patienten|kollegen|leute|frau|herr|wegen|corona|behandlung|rechnung|medikamente|rezept|blut|geld|sie|ihr|ihnen|ecke|strasse|zentrum|keller|garten|umgebung',
  },
  fr: {
    after: '',
    before:
      'hopital|hopitaux|clinique|polyclinique|chu|chru|chr|maternite|ehpad|centre hospitalier|centre medical|centre de sante|cabinet medical|cabinet dentaire|maison de sante|maison de retraite|pharmacie',
    kinds: 'universitaire|regional|prive|privee|general|civil|europeen|militaire|intercommunal|psychiatrique',
    links: "de|du|des|la|le|les|l'|d'|saint|sainte|et",
    general:
      "jour|nuit|garde|ville|campagne|coin|quartier|centre|region|pays|village|matin|soir|semaine|mois|annee|urgence|urgences|chirurgie|france|mon|ma|son|sa|ce|cette|cet|notre|votre|leur|qui|que|ou|quelqu'un|veterinaire|proximite",
  },
  es: {
    after: '',
    before:
      'hospital|clinica|centro medico|centro de salud|policlinico|policlinica|sanatorio|ambulatorio|farmacia|residencia de ancianos',
    kinds:
      'universitario|universitaria|general|regional|provincial|privado|privada|comarcal|militar|dental|clinico|infantil',
    links: 'de|del|la|el|los|las|san|santa|santo|nuestra|senora|y',
    general:
      'dia|noche|guardia|ciudad|barrio|pueblo|zona|centro|manana|tarde|semana|mes|ano|urgencias|mi|tu|su|este|esta|ese|esa|aqui|alli|campana|pais|region|mas|cercano|que|donde|animales',
  },
  it: {
    after: '',
    before:
      'ospedale|clinica|policlinico|casa di cura|casa di riposo|poliambulatorio|centro medico|farmacia|ospizio|ambulatorio',
    kinds:
      'universitario|universitaria|civile|maggiore|privato|privata|generale|regionale|militare|pediatrico',
    links: "di|del|della|dell'|dei|delle|la|il|san|santa|santo|sant'|e",
    general:
      'giorno|notte|guardia|citta|paese|quartiere|zona|centro|mattina|sera|settimana|mese|anno|mio|mia|suo|sua|questo|questa|quello|quella|qui|campo|che|dove|turno|animali|fronte',
  },
  pt: {
    after: '',
    before:
      'hospital|clinica|centro de saude|posto de saude|maternidade|policlinica|farmacia|centro medico|lar de idosos',
    kinds: 'universitario|universitaria|geral|regional|privado|privada|central|militar|dentaria|distrital',
    links: 'de|do|da|dos|das|o|a|sao|santo|santa|e',
    general:
      'dia|noite|cidade|bairro|zona|centro|manha|tarde|semana|mes|ano|meu|minha|seu|sua|este|esta|esse|essa|aqui|campanha|que|onde|mais|servico|animais',
  },
  nl: {
    after: 'ziekenhuis|kliniek|umc|mc|medisch centrum|gasthuis',
    before:
      'ziekenhuis|kliniek|umc|medisch centrum|huisartsenpraktijk|verpleeghuis|apotheek|tandartspraktijk',
    kinds: 'academisch|universitair|algemeen',
    links: 'van|het|de|der|den|sint|st|in|aan|bij',
    general:
      'plaatselijk|dichtstbijzijnde|groot|grote|klein|nieuw|nieuwe|oud|oude|ander|andere|zelfde|academisch|lokaal|lokale|stad|dorp|buurt|week|dag|nacht|maand|jaar|ochtend|middag|avond|mijn|zijn|haar|dit|dat|deze|die|wat|waar|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag',
  },
};

/** Words that begin the name of a saint. */
export const SAINTS: ReadonlySet<string> = new Set(
  'saint sainte st san santa santo sant sankt sao sint'.split(' '),
);

/** In lower case, ordinary English words that hospitals are named with. */
export const NAMING_WORDS: ReadonlySet<string> = new Set(
  'mayo cleveland hopkins sinai mercy mount mt royal saint st sacred heart good hope grace presbyterian baptist methodist lutheran catholic jewish veterans queen king prince princess valley lake river park hill hills grove oak cedar pine green north south east west northern southern eastern western sunset bay beach bridge wood woods field brook spring springs rose lady holy trinity cross providence liberty union pacific atlantic'.split(
    ' ',
  ),
);
