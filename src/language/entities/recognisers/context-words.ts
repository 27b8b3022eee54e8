import type { PiiEntityType } from '../../../contract/transcripts/pii-entity-type.ts';

/** A value identified by the words before it. */
export interface ContextWords {
  type: PiiEntityType;
  /** Words before the value; part of a folded pattern. */
  words: string;
  /** Number of letters and digits in the value, and the minimum number of digits. */
  characters: readonly [least: number, most: number];
  digits: number;
  /** Digits only, or letters as well. */
  only?: 'digits';
}

/** Languages that these tables cover. */
export const CONTEXT_LANGUAGES: ReadonlySet<string> = new Set(['en', 'fr', 'de', 'es', 'it']);

/** "the last four of my social": what is read out to prove who calls; part of a folded pattern. */
const lastOf = (words: string): string =>
  `(?:last|final) (?:4|four)(?: digits| numbers)? (?:of|on|for|from) (?:my|your|his|her|their|our|the) (?:${words})(?: number)?|(?:4|quatre) derniers (?:chiffres|numeros) de (?:ma|la|mon|votre|sa|son|l'|le) ?(?:${words})|letzten (?:4|vier) (?:ziffern|stellen|zahlen) (?:meine[rs]|ihre[rs]|der|des|von meine[rm]) (?:${words})|ultimos (?:4|cuatro) (?:digitos|numeros) de (?:mi|la|su|tu) (?:${words})|ultime (?:4|quattro) cifre (?:della mia|della|del mio|del|di) (?:${words})`;
const FOUR_DIGITS = { characters: [4, 4], digits: 4, only: 'digits' } as const;
const LAST_DIGITS: readonly ContextWords[] = [
  {
    type: 'SSN',
    words: lastOf(
      'social(?: security)?|ssn|securite sociale|sozialversicherungsnummer|seguridad social|codice fiscale',
    ),
    ...FOUR_DIGITS,
  },
  {
    type: 'CREDIT_CARD',
    words: `${lastOf('(?:[a-z]+ )?card|visa|mastercard|carte(?: bancaire)?|kredit-?karte|karten?(?:nummer)?|tarjeta|carta(?: di credito)?')}|(?:card|visa|mastercard|amex|debit|credit) (?:that )?end(?:ing|s)(?: in| with)?|karte,? (?:(?:die )?(?:endet )?auf|mit (?:den |der )?(?:end(?:ziffern|nummer)|letzten (?:4|vier) (?:ziffern|stellen)))|karten?(?:nummer)? endet auf|carte (?:qui |dont le numero )?(?:finit|finissant|se termine|se terminant|terminee?)(?: par| en)?|tarjeta (?:que )?(?:termina|acaba|terminada|acabada|terminando)(?: en| con)?|carta (?:che )?(?:finisce|termina|terminante)(?: con| in| per)?`,
    ...FOUR_DIGITS,
  },
  {
    type: 'ACCOUNT_NUMBER',
    words: `${lastOf('(?:bank |checking |savings )?account|compte|konto(?:nummer|s)?|kontos|cuenta|conto')}|account (?:that )?end(?:ing|s)(?: in| with)?|konto(?:nummer)? endet auf|compte (?:qui )?(?:finit|se termine|termine)(?: par| en)?|cuenta (?:que )?(?:termina|acaba|terminada|acabada)(?: en| con)?|conto (?:che )?(?:finisce|termina)(?: con| in| per)?`,
    ...FOUR_DIGITS,
  },
];

/** English, French, German, Spanish, Italian; the first kind of context that fits wins. */
export const CONTEXT_WORDS: readonly ContextWords[] = [
  ...LAST_DIGITS,
  {
    // A misrecognised digit breaks the checksum that identifies cards elsewhere.
    type: 'CREDIT_CARD',
    words:
      '(?:credit|debit|bank|payment)[ -]?card|card(?: number)?|visa(?: card)?|master ?card|amex|american express|carte(?: (?:bancaire|bleue|de credit|de paiement))?|(?:kredit|bank|zahl)?karten?(?:nummer)?|tarjeta(?: de (?:credito|debito))?|carta(?: di (?:credito|debito))?',
    characters: [13, 19],
    digits: 13,
    only: 'digits',
  },
  {
    type: 'CVV',
    words:
      'cvv2?|cvc2?|cid code|c v v|c v c|security code|card verification (?:code|value|number)|(?:3|4|three|four)[ -]digit code|(?:numbers?|codes?|digits) on the back|(?:the|last) (?:3|three) (?:digits|numbers)|(?:les )?(?:3|trois) (?:derniers )?chiffres|die (?:letzten )?(?:3|drei) (?:ziffern|stellen)|(?:los )?(?:3|tres) (?:ultimos )?(?:digitos|numeros)|(?:le )?(?:3|tre) cifre|code de securite|cryptogramme(?: visuel)?|codigo de seguridad|code auf der ruckseite|codice (?:dietro(?: la)?|(?:sul|del) retro(?: della)?)(?: carta)?|prufnummer|prufziffer|sicherheitscode|kartenprufnummer|codice di sicurezza',
    characters: [3, 4],
    digits: 3,
    only: 'digits',
  },
  {
    type: 'ROUTING_NUMBER',
    words:
      'routing(?: and transit)?|aba|sort code|bankleitzahl|blz|transit number|code (?:banque|guichet)|codigo (?:de entidad|bancario)|codice (?:abi|cab)',
    characters: [5, 9],
    digits: 5,
    only: 'digits',
  },
  {
    type: 'BANK_ACCOUNT',
    words:
      'bank account|checking account|savings account|compte bancaire|compte en banque|bankkonto|kontonummer|cuenta bancaria|cuenta corriente|conto corrente|conto bancario|iban|rib',
    characters: [6, 34],
    digits: 6,
  },
  {
    type: 'HEALTHCARE_NUMBER',
    words:
      'medical record|mrn|m r n|(?:patient|hospital) (?:id|number)|health (?:insurance|plan|card|id)|health insurance (?:id|card|number)|medicare|medicaid|nhs|n h s|carte vitale|numero de (?:mutuelle|patient)|numero de dossier (?:medical|patient|hospitalier)|fall-?nummer|versichertennummer|krankenkassennummer|krankenversicherten\\p{L}*|patientennummer|tarjeta sanitaria|numero de paciente|historia clinica|tessera sanitaria|numero (?:del |di )?paziente|cartella clinica',
    characters: [5, 20],
    digits: 4,
  },
  {
    type: 'SSN',
    words:
      "(?:my|your|her|his|the) social(?! (?:security|insurance))|social security|ssn|s s n|national insurance|ni(?= (?:number|no))|social insurance|itin|tax(?:payer)? (?:id(?:entification)?)(?: number)?|securite sociale|numero de secu|sozialversicherungs\\p{L}*|rentenversicherungs\\p{L}*|steuer[ -]?id\\p{L}*|steueridentifikations\\p{L}*|steuernummer|personalausweis\\p{L}*|seguridad social|dni|d n i|nie|documento de identidad|codice fiscale|carta d'identita|carte d'identite",
    characters: [7, 16],
    digits: 5,
  },
  {
    type: 'PASSPORT_NUMBER',
    words:
      "(?:passport|passeport|reisepass\\p{L}*|passnummer|pasaporte|passaporto)(?:(?:,? [\\p{L}']+){1,5},? (?:number|numero|nummer|n[ro]\\.?))?",
    characters: [6, 10],
    digits: 4,
  },
  {
    type: 'DRIVER_LICENSE',
    words:
      "driver'?s?'? licen[cs]e|licen[cs]e (?:number|no\\.?)(?! plate)|driving licen[cs]e|permis(?: de conduire)?|fuhrerschein\\p{L}*|(?:licencia|carnet|carne|permiso) de conducir|patente(?: di guida)?",
    characters: [6, 18],
    digits: 4,
  },
  {
    type: 'VEHICLE_ID',
    words:
      "licen[cs]e plate|number plate|plates?|registration|reg(?= (?:number|no|plate|is)(?!\\p{L}))|vin|v i n|vehicle identification|chassis|plaque(?: d'immatriculation)?|immatriculation|immatriculee?|kennzeichen|nummernschild|fahrgestellnummer|fahrzeug-?identifikations\\p{L}*|matricula|bastidor|targa|telaio",
    characters: [5, 17],
    digits: 2,
  },
  {
    type: 'ORGANIZATION_ID',
    words:
      'vat|ein|e i n|employer id\\p{L}*|siret|siren|tva(?: intracommunautaire)?|ust-?id\\p{L}*|umsatzsteuer\\p{L}*|handelsregister\\p{L}*|cif|partita iva|p iva|company (?:registration|number)',
    characters: [7, 16],
    digits: 6,
  },
  {
    type: 'MEDICAL_CODE',
    words:
      'icd(?:[ -]?10)?|diagnosis code|code diagnostic|diagnoseschlussel|codigo diagnostico|codice diagnosi',
    characters: [3, 7],
    digits: 2,
  },
  {
    type: 'LOCATION_ZIP',
    words:
      'zip(?: code)?|postal code|post ?code|code postal|postleitzahl|plz|codigo postal|codice postale|cap',
    characters: [4, 9],
    digits: 4,
    only: 'digits',
  },
  {
    // British and Canadian ones, spelled.
    type: 'LOCATION_ZIP',
    words: 'postal code|post ?code',
    characters: [5, 7],
    digits: 2,
  },
  {
    type: 'PASSWORD',
    words:
      'pin(?: code| number)?|p i n|code pin|code secret|geheimzahl|geheimnummer|codigo pin|codigo secreto|codice pin|codice segreto|pass ?code|(?:one|1)[ -]time (?:pass)?code',
    characters: [4, 8],
    digits: 4,
    only: 'digits',
  },
  {
    // Of doors and the like, with letters among the digits.
    type: 'PASSWORD',
    words:
      "(?:door|gate|alarm|access|entry|entrance|unlock|garage|building|lock ?box|safe|verification|activation|login) code|code (?:to|for) the \\p{L}+|code d'acces|code de la porte|code de l'immeuble|code du portail|digicode|code (?:d'|de l')alarme|code de verification|(?:zugangs|tur|alarm|zahlen|freischalt|bestatigungs)code|codigo (?:de (?:acceso|verificacion|la puerta|la alarma)|del (?:portal|garaje))|clave secreta|codice (?:di accesso|di verifica|del portone|del portale|dell'ingresso|del garage|della porta|del cancello|dell'allarme|d'allarme)",
    characters: [3, 8],
    digits: 3,
  },
  {
    // Sent once.
    type: 'PASSWORD',
    words:
      "code (?:that |which )?(?:they|you|i|we|he|she)(?:'ve| have)?(?: just)? (?:texted|sent|emailed|got|received|gave)(?: me| us)?|(?:sms|push|mobile|foto|i|e)?[ -]?tan(?= (?:ist|lautet|war)(?!\\p{L}))|code (?:aus|in|von|per) (?:der |meiner )?(?:sms|mail|e-?mail|app|nachricht)|(?:sms-?|einmal)code|code (?:que j'ai )?recu(?: par (?:sms|mail|e-?mail|texto|message))?|code (?:du|par) (?:sms|texto)|codigo que (?:me|nos) (?:llego|ha llegado|mandaron|enviaron|dieron|han (?:mandado|enviado|dado))(?: por (?:sms|correo))?|codigo del sms|codice che (?:mi|ci) (?:e|è) (?:arrivato|stato (?:inviato|mandato))(?: (?:via|per) (?:sms|mail|e-?mail))?|codice (?:dell'|via |per )sms",
    characters: [4, 8],
    digits: 3,
  },
  {
    // "my code is 4829", but neither "error code 404" nor "the area code".
    type: 'PASSWORD',
    words:
      "(?:my|your|his|her|mon|ton|votre|mein|dein|ihr|mi|tu|su|mio|tuo|suo) (?:code|codigo|codice)(?= (?:is|was|est|c'est|ist|lautet|war|es|era|e|è)(?!\\p{L}))|(?<=(?:^|[.,!?;:] ?|(?:and|so|ok|okay|hi|hello|entonces|alors|also|allora) ))(?:the|le|der|el|il) (?:code|codigo|codice) (?:is|est|c'est|ist|lautet|es|e|è)",
    characters: [4, 8],
    digits: 4,
    only: 'digits',
  },
  {
    type: 'ACCOUNT_NUMBER',
    words:
      "account(?: number)?|acct|(?:student|employee|staff|library card|library) (?:id|number)(?: number)?|(?:mitglieds|personal|matrikel|schadens|akten|ausweis)nummer|numero (?:de |d')?(?:client|adherent|etudiant|membre|abonne)|numero de (?:socio|alumno|empleado)|numero di tessera|customer (?:number|id)|member(?:ship)? (?:number|id)|client number|policy(?: number)?|insurance (?:card|id)(?: number)?|numero de (?:compte|client|contrat|police)|kundennummer|vertragsnummer|versicherungsnummer|numero de (?:cuenta|cliente|contrato|poliza)|numero (?:di |del )?(?:conto|contratto|polizza)|(?:numero|codice) cliente",
    characters: [5, 18],
    digits: 5,
  },
  {
    // What a booking or an order is found by, of few characters with letters among them: "K7Q2LM".
    type: 'NUMERICAL_PII',
    words:
      "(?:booking|reservation|confirmation|order|ticket|case|record|flight|trip|travel)(?: reference)? (?:reference|ref|number|no|code|id|locator)|record locator|pnr|p n r|(?:my|your|his|her|our|their|the) reference(?= (?:is|was)(?!\\p{L}))|(?:buchungs|reservierungs|bestell|auftrags|vorgangs|bestatigungs|referenz|ticket|sendungs)-?(?:nummer|nr\\.?|code|referenz|kennung)|referenz(?= (?:ist|lautet)(?!\\p{L}))|(?:reference|numero|code) (?:de |du |d')(?:ma |la |votre )?(?:reservation|commande|dossier|confirmation|billet|suivi)|(?:numero|codigo|referencia|localizador) de (?:mi |la |tu |su )?(?:reserva|pedido|confirmacion|expediente|billete)|localizador|(?:codice|numero|riferimento) (?:di |d'|della |del |dell')?(?:mia |tua |sua )?(?:prenotazione|ordine|conferma|pratica|biglietto)",
    characters: [4, 14],
    digits: 1,
  },
  {
    type: 'NUMERICAL_PII',
    words:
      "case|ticket|reference|confirmation|tracking|order|invoice|serial|claim|reservation|booking|npi|imei|device id|numero de (?:dossier|commande|facture|suivi|reservation|serie)|aktenzeichen|bestellnummer|rechnungsnummer|vorgangsnummer|seriennummer|sendungsnummer|numero de (?:pedido|expediente|factura|serie|reserva|seguimiento)|numero (?:di |d')?(?:pratica|ordine|fattura|serie|prenotazione|spedizione)",
    characters: [5, 20],
    digits: 4,
  },
  {
    // Of what, was said before or is known: of a card, an account, a phone.
    type: 'NUMERICAL_PII',
    words:
      '(?:last|final) (?:4|four)(?: digits| numbers)?|(?:4|quatre) derniers (?:chiffres|numeros)|letzten (?:4|vier) (?:ziffern|stellen|zahlen)|ultimos (?:4|cuatro) (?:digitos|numeros)|ultime (?:4|quattro) cifre',
    ...FOUR_DIGITS,
  },
];

/** Words that may stand between context words and its value. */
export const LINK_WORDS: ReadonlySet<string> = new Set(
  (
    "is are was it back reverse side file record its it's s that's that number numbers no nr num code id card account plate license licence the my your his her our their in on of for with as following here you go would be sure yes yeah ok okay please so digits digit um uh ah pound hash star number's from value and ein's " +
    "est sont le la les numero n c l d' de du des mon ma votre son sa voici alors oui a à au dos carte suivant compte donc euh j'ai derriere " +
    'ist lautet sind hinten die der das dem den nummer meine mein ihre ihr unsere unser auf von fur also ja lauten hier kommt karte ' +
    'es el mi su tu un del una soy aqui tiene si al dorso detras atras tarjeta son ' +
    'è e sono dietro retro il lo i mio mia suo sua tuo tua di del della dei sul sulla carta ecco conto seriale'
  ).split(' '),
);

export const VERBS = "(?:is|are|was|'s|it's|=|:|est|c'est|ist|lautet|war|es|son|era|e|è|sono)";

/** A password or user name: any word after a verb. */
export const SECRET_WORDS: readonly { type: PiiEntityType; words: string }[] = [
  {
    type: 'PASSWORD',
    words:
      "password|passcode|passphrase|mot de passe|passwort|kennwort|contrasena|clave(?: de acceso)?|parola d'ordine|password di \\p{L}+|(?:wi-?fi|network|router) (?:key|code)|(?:w-?lan|wi-?fi)[ -]?(?:schlussel|code)|netzwerkschlussel|(?:cle|code|chiave|codice) (?:(?:du|de|del|della) )?wi-?fi",
  },
  {
    type: 'USERNAME',
    words:
      "user ?name|user id|login(?: name)?|screen name|(?<=(?:^|[ '])(?:my|your|his|her|their|our|user|twitter|instagram|insta|tik ?tok|telegram|bluesky|twitch|discord|github|media) )handle|nom d'utilisateur|identifiant|pseudo|benutzername|nutzername|nombre de usuario|usuario|(?:nome|mio|tuo|suo) utente|username",
  },
];

/** What follows a password in talk, as part of a folded pattern. */
export const SECRET_STOPS =
  "(?:and|but|or|so|then|now|please|thanks?|which|that|because|for|with|if|when|can|could|would|will|is|was|are|it|its|it's|i|i'm|i've|you|we|they|he|she|my|the|a|an|on|in|at|to|not|okay|ok|yes|no|right|spelled|all|works?|worked|expires?|expired|fonctionne|marche|funktioniert|geht|lauft|funciona|caduca|funziona|scade|et|mais|ou|merci|je|il|und|aber|oder|bitte|danke|ich|es|y|pero|gracias|por|yo|ma|grazie|per|io|e|o)(?![\\p{L}\\p{N}'])";

/** After a verb these mean that there is no value: "my password is not working". */
export const NO_SECRET: ReadonlySet<string> = new Set(
  (
    'on under behind written printed posted at sur dans sous chez derriere devant affiche ecrit ecrite auf unter hinter im am an bei hangt steht klebt geschrieben en sobre debajo detras escrita escrito sul sulla sullo nel nella sotto dietro scritta scritto ' +
    'broken loose stuck slow hot down rusty sticky made not wrong incorrect correct expired invalid required needed the a an too very so still being never always longer weak strong safe unique case no my in on at to for of that what something saved stored working gone lost okay ok taken blocked locked fine used reset changed good bad right available easy hard difficult simple short secret private hidden visible shared known unknown different similar empty blank missing old outdated default encrypted hashed important ' +
    'already schon leider dasselbe dieselbe unsicher bereits wie immer faux fausse errone erronee toujours confidentiel confidentielle deja falsa falso erronea erroneo segura seguro sempre quella quello sbagliato stessa stesso mismo misma siempre ' +
    'facile difficile simple court secret einfach leicht schwer geheim kurz lang alt neu leer facil dificil sencilla secreta larga corta complicada semplice segreta lunga corta complicata vuota ' +
    'forgotten mandatory disabled compromised oublie oubliee perdu perdue change changee vole volee requis requise vergessen verloren erforderlich notig gesperrt geandert gestohlen zuruckgesetzt obligatoria obligatorio olvidada perdida robada caducada cambiada necesaria dimenticata persa obbligatoria necessaria rubata cambiata ' +
    'pas plus incorrect expire invalide obligatoire trop le la un une ce que ma mon ' +
    'nicht falsch abgelaufen ungultig zu sehr der die das ein eine mein noch kein richtig sicher ' +
    'no incorrecta incorrecto invalida muy demasiado el la un una que mi ' +
    'non sbagliata errata scaduta troppo il la un una che mia mio corretta sicura'
  ).split(' '),
);

/** What people say who were asked for a password and do not tell it. */
export const NO_ANSWER =
  /^(?:let me (?:check|see|look|think|find|get|try|ask|just)|let's see|which|what|why|who|how|where|when|i'm|i've|hold on|hang on|wait|one (?:moment|second|sec|minute)|just an? |give me|not sure|sorry|pardon|excuse me|dunno|good question|no idea|kein\p{L}* (?:ahnung|idee)|weiss|moment|augenblick|wart\p{L}*|welche[rs]?|warum|wieso|ich|je|j'|aucune idee|lequel|quel|pourquoi|attend\p{L}*|ni idea|espere|cual|nessuna idea|boh|quale|aspett\p{L}*)(?![\p{L}\p{N}])/u;
