/** Everyday words in addition to function words: sounding like a name does not make them one. In lower case. */
export const EVERYDAY_WORDS: Readonly<Record<string, string>> = {
  en: `
    able above accept across act add afraid after again age ago agree air all allow almost alone along already
    always am among an angry animal answer appear apple april area arm army around arrive art ask asked asleep
    august aunt away baby back bad bag ball bank bar base be bear beat beautiful became become bed began begin
    beginning behind believe below best better big bird birth bit black blood blow blue board boat body book
    born borrow both bottom bought box boy bread break bring broke broken brother brought brown build building
    burn bus business busy buy call called calm can't car card care carry case cat catch caught cause cell
    center certain chair chance change check child children choose church city class clean clear clock close
    clothes cloud coat coffee cold color come common company complete control cook cool copy corner correct
    cost could couldn't count country couple course court cover cry cup cut daily dance dark data date
    daughter day days dead deal dear death december decide deep desk did didn't die difference different
    difficult dinner direct do doctor does doesn't dog doing don't done door down dream dress drink drive drop
    dry due during each ear early earth east easy eat edge education effect eight either else end enjoy enough
    enter even evening event ever every everyone everything exactly example except expect explain eye eyes
    face fact fair fall family far farm fast father fear february feed feel feet fell felt few field fifteen
    fifty fight figure file fill film final finally find fine finger finish fire first fish fit five floor
    flow flower fly follow following food foot force foreign forget form forty forward found four free fresh
    friday friend friends front full fun funny further future game garden gas gate gave general get gets
    getting girl give given glad glass go goes going gold gone good got government great green grew ground
    group grow guess guy guys had hadn't hair half hall hand hands happen happened happy hard has hasn't hat
    hate haven't he's head health hear heard heart heat heavy held hello help here herself high hill him
    history hit hold home hope hospital hot hour hours house however huge human hundred hurt husband i i'd
    i'll i'm i've idea important inside instead interest island isn't issue it's january job join july jump
    june just keep kept key kids kill kind king knew know known lady land language large last late later laugh
    law lay lead learn least leave left leg less let let's letter level lie life light like line list listen
    little live living local long look looked looking lord lose loss lost lot love low lunch made main make
    making man many map march mark market married matter may maybe me mean means meant meat meet meeting
    member men mental mile milk million mind mine minute minutes miss modern moment monday money month months
    moon morning most mother mouth move much music must myself name near nearly necessary neck need needs
    never new news next nice night nine no nobody none noon nor north nose not note nothing notice november
    now number october of off offer office often oh oil ok okay old once one only open or order other ought
    outside own page paid pain paint pair paper parent parents park part party pass past pay peace people per
    perhaps period person phone picture piece place plan plane plant play please point police poor possible
    post pot power present president press pretty price private probably problem process program public pull
    purpose push put quality question quick quickly quiet quite race radio rain raise ran rather reach read
    ready real really reason received record red remember rest result return rich ride right ring rise river
    road rock roll room rule run running safe said sail salt same sand sat saturday save saw say saying says
    school science sea season seat second see seem seen sell send sense sent september serious serve service
    set seven several shall she she's ship shoe shoes shop short should shouldn't show shown sick side sign
    silver simple since sing sir sister sit six size skin sky sleep slow slowly small smile snow so soft sold
    some someone something sometimes son song soon sorry sort sound south space speak special spend spoke
    spring stage stand star start started state states station stay step still stood stop store story street
    strong student study stuff such sudden suddenly sugar summer sun sunday sure surface system table take
    taken talk tall taught tax tea teach team tell ten term test than thank thanks that's themselves then
    there's they're thick thin thing things think third thirty this thought thousand three through throw
    thursday till time times tired to today together told tomorrow tonight too took top total touch toward
    town trade train travel tree tried trip trouble true trust try trying tuesday turn turned twelve twenty
    two type uncle under understand until up upon us use used usually value view village visit voice wait walk
    wall want wanted war warm was wash wasn't watch water way we we'll we're we've wear weather wednesday week
    weeks weight well went were weren't west what what's wheel while white who's whole whose why wide wife
    wild will win wind window winter wish within without woman women won won't wonder wood word words work
    worked working works world worry worse worst worth would wouldn't write writing written wrong year years
    yellow yes yesterday yet you'll you're you've young your yours yourself zero`,
  de: `
    abend ach achtung alt alte alten angst antwort arbeit arbeiten arm arzt auge augen auto bahn bald bank
    bauen bauer baum beginn bein bekommen berg beste bett bier bild bilder bisschen bitte blau bleiben bleibt
    bloß brauche brauchen braucht braun brief bringen bringt brot bruder buch bücher büro dachte danke denke
    denken denkt denn deutsch deutsche deutschen deutschland dienstag ding dinge doch donnerstag dorf dreißig
    dumm dunkel eben eltern essen euro fahren fall familie fand farbe fast fehler feld fenster fest feuer
    finde finden findet firma fisch fleisch fliegen frage fragen fragt fragte frau frauen frei freitag freude
    freund freunde frisch froh früh fuß fährt garten geben gefunden gehabt geht gekommen geld genau gerne
    geschichte geschrieben gesehen gesicht gestern gesund gewinnen gewusst gib ging gingen glas glaube glauben
    glück glücklich gruppe grün haar haare hals halt halten hand haus heim heiß heißt helfen hell hemd herr
    herz herzlich heute hieß himmel hof holen holz hotel hund hundert hunger häuser hören hört idee insel
    interessant juli juni kaffee kalt karte kauf kaufen kenne kennen kind kinder kirche klar klasse kleider
    klein komme kommst kopf kosten kraft krank krieg kunst körper küche laden land lass lassen lasst laufen
    laut leben leer legen lehrer leise lernen lesen letzte letzten leute licht liebe lied liegen liegt links
    luft längst läuft macht mai markt meer meinung meist meisten merken meter milch million minute minuten
    mittag mitte mittwoch moment monat monate montag morgen mund musik mutter märz möglich nacht nahm name
    namen nase nass nehmen nett netz nimmt nummer nächste nächsten ofen ohr ort papier park pferd plan platz
    polizei post preis problem prozent punkt quasi rad rat raum rechts reden regen reich reihe reise rot ruf
    rufen ruhe ruhig sachen sagen sagte samstag satz schauen schiff schlafen schlecht schlimm schnee schnell
    schon schreiben schuh schule schwarz schwer schwester schön schöne see sehe sehen seite sekunde september
    setzen sicher singen sitzen sohn sommer sonne sonntag spaß spiel spielen sprache sprechen spricht spät
    später stadt stark stehen stein stelle stellen stimme stimmt stolz straße stunde stunden stück süß tanzen
    tasche tausend tee tier tiere tisch tochter tod toll tor tot tragen traum treffen trinken tür uhr unten
    unternehmen verkauf verstehen versuch viertel vierzig vogel volk voll vorher wagen wahl wahr wahrheit wald
    wand warm warten wasser wechsel weiß weißt welt wetter wichtig wind winter woche wochen wohnen wohnung
    wort wunder wunsch wusste wörter zahl zahlen zeigen zeile zeitung zentrum ziel zimmer zug zukunft zwölf
    überall`,
  fr: `
    abord accord affaire affaires ai aide aider aime aimer air ami amie amis amour an ancien année années ans
    appel appelle apporter apprendre après argent arrive arriver assez attendre attention aucun aucune
    aujourd'hui autant auto autour autre autres avait avant avez avoir avons avril bas beau beaucoup bel belle
    besoin bien bientôt blanc bleu boire bois bon bonjour bonne bord bouche bout bras bruit but c'est café car
    cas cause cela celle celui cent certain certains chacun chaise chambre champ chance chaque chat chaud chef
    chemin cher chercher cheval cheveux chez chien chose choses ciel cinq clair classe clé coin combien comme
    commence commencer comment comprendre compte contre corps coup cour cours court coûte croire crois cuisine
    côté cœur d'accord dame danger dans debout dedans dehors demain demande demander demi depuis dernier
    dernière derrière deux devant devenir devoir dieu difficile différent dimanche dire dis dit dix docteur
    doit donc donne donner dormir dos doute doux droit droite dur dès décembre déjà eau effet elle elles
    encore enfant enfants enfin ensemble ensuite entendre entre entrer envie est-ce eu eux exemple facile faim
    faire fait fallait fallu famille faut faute façon femme femmes fenêtre fer feu fille filles fils fin finir
    fleur fois font force fort france français froid frère fut février fête garçon gauche gens grand grande
    grands gros groupe guerre général haut hein heure heures heureux hier histoire hiver homme hommes huit
    hôpital ici idée il ils important impossible jamais janvier jardin je jeu jeudi jeune jeunes joli jouer
    jour journée jours juillet juin jusque juste l'air l'autre laisse laisser lait langue large lettre leur
    leurs libre lieu lire lit livre loi loin long longtemps lors lui lumière lundi lune là ma madame magasin
    mai main mains maintenant mais maison mal malade malheureux maman manger marcher marché mardi mari mars
    matin mauvais maître me meilleur mer merci mercredi mes mettre midi mieux milieu mille minute minutes moi
    moins mois moment mon monde monsieur montagne monter montrer mort mot mots mourir musique mère mètre même
    naître neige neuf noir nom nombre non nord notre nous nouveau nouvelle novembre nuit numéro octobre oh
    oiseau on oncle ont onze or oublier oui ouvert ouvrir pain papa papier par parce parents parfois parle
    parler part partie partir partout pas passe passer passé pauvre payer pays peau peine pendant penser
    perdre personne personnes petit petite petits peu peur peut peut-être peux pied pierre place plaisir plein
    pleut plus plusieurs plutôt point police pomme porte porter possible poste pour pourquoi pourtant pouvoir
    premier première prendre presque pris prix problème prochain professeur près prêt puis père qualité quand
    quatre que quel quelle quelque quelques question qui quinze quitter quoi raison regarder rencontrer rendre
    rentrer repas reste rester retour revenir rien rire rouge route rue répondre rêve sa sac sais saison sait
    salle samedi sang sans santé savoir se second seize semaine semaines sens sent sentir sept septembre sera
    ses seul seule seulement si six soir soit soixante soleil sommes son sont sortir sous souvent sud suis
    suite surtout sûr sœur table tant tante tard te temps tenir terre tes toi tomber ton toujours tour tous
    tout toute toutes train travail travailler treize trente triste trois trop trouver très tu tuer téléphone
    tête tôt un utile va vais vendre vendredi venir vent vente verre vers vert veut veux vie vieux village
    ville vin vingt vite vivre voici voilà voir voisin voiture voix vont votre voudrais vouloir vous voyage
    vrai vraiment vu yeux zéro ça école écouter écrire été être œil`,
  es: `
    abajo abierto abril abrir abuelo acaso acuerdo acá además adiós afuera agosto agua ahora ahí aire algo
    alguien alguna algunas alguno algunos allá allí alto amiga amigo amigos amor antes aprender aquel aquella
    aquello aquí arriba asunto así aunque avión ayer ayuda ayudar azul año años aún bajo banco bastante beber
    bien blanco boca bonito brazo buen buena buenas bueno buenos buscar caballo cabeza cada caer café caja
    calle calor cama cambiar cambio camino campo cansado cara carne caro carta casa casado casas casi caso
    causa cena centro cerca cerrar chica chico cielo cien ciento cierto cinco ciudad claro clase coche cocina
    color comer comida comprar común conmigo conocer contar contra corazón correr cosa cosas costa creer creo
    cuatro cuenta cuerpo cuidado culpa cuál cuándo cuánto cómo dame dar dato deber debo decir dedo deja dejar
    demasiado demás dentro derecha derecho después dice dicho diciembre diez diferente difícil digo dijo
    dinero dios doce doctor dolor domingo dormir dos duda durante duro día días dónde echar edad ejemplo ellas
    ello ellos empezar empresa encima encontrar enero enfermo entonces entrada entrar entre equipo era eran
    eres error es esa escribir escuchar escuela ese eso esos español esperar esposa estaba estado estamos
    estar estas este esto estos estoy estudiar está están falta familia favor febrero fecha feliz fiesta fin
    final forma frente fruta frío fue fuego fuera fueron fuerte fuerza fácil ganar gato general gente gracias
    gran grande grandes gris grupo guerra gusta gustar haber habla hablar había hace hacemos hacen hacer hacia
    hago hambre han has hasta hay haya hecho hermana hermano hermoso hice hija hijo hijos historia hizo hombre
    hombres hora horas hoy hubo hueso huevo idea iglesia igual importante invierno ir isla izquierda jamás
    jardín joven juego jueves jugar julio junio junto juntos lado largo leche leer lejos lengua ley libre
    libro listo llama llamar llegar lleno llevar llover luego lugar luna lunes luz madre maestro mal malo
    mandar manera mano manos mar martes marzo mayo mayor mañana media medio mejor menos mercado mes mesa meses
    metro miedo mientras mil millón minuto minutos mira mirar misma mismo miércoles momento montaña morir
    mucha muchas mucho muchos muerte muerto mujer mujeres mundo más médico música nada nadie necesito negro
    niña niño niños noche nombre normal norte nosotros nota noticia noviembre nueva nueve nuevo nuevos nunca
    número ocho octubre oficina ojo ojos olvidar once orden oro otra otras otro otros oír padre padres pagar
    palabra palabras pan papel par parece pared parte partes pasa pasado pasar paso paz país pedir pelo pensar
    peor pequeño perder perdón perro persona personas pesar peso pie piedra piel plan playa plaza poca pocas
    poco pocos poder policía poner porqué posible precio pregunta preguntar primer primera primero problema
    pronto propio próximo pueblo puede pueden puedo puerta pues punto que quedar querer quería quiere quieren
    quiero quince quizá quizás quién rato razón recordar regalo reloj respuesta resto rey rico rojo ropa río
    sabe saber salir salud sangre sea seguir segundo seguro según seis semana semanas sentir septiembre ser
    serio servicio será señor señora si siempre siento siete siglo siguiente silla sino sitio sobre sol sola
    solo sombrero somos son sonido soy subir suerte sueño sur sábado sé sólo tal también tampoco tan tanto
    tarde tarea teléfono temprano tener tengo tenía tercero terminar tiempo tienda tiene tienen tierra toda
    todas todavía todo todos tomar trabajar trabajo traer tras trece treinta tren tres triste tú unos usar
    usted ustedes va valor vamos van vaso veces veinte vender venir ventana ver verano verdad verde vestido
    vez vida viejo viene viento viernes vino vista vivir volver voy voz vuelta ya zapato árbol él último única
    único`,
  it: `
    abbastanza abbiamo acqua adesso agosto aiuto albero alcuni allora almeno alto altra altre altri altro
    amica amici amico amore anche ancora andare andato anima anni anno anzi aperto appena aprile aprire aria
    arrivare arte aspetta aspettare attenzione auto avanti avere avete aveva avevo basso basta bella bello
    bene bere bianco bisogna bisogno bocca braccio bravo brutto buon buona buono c'è caffè caldo cambiare
    camera camminare campo cane capelli capire capito capo cara carne caro carta casa caso cattivo causa
    cavallo cena cento centro cercare certo chiamare chiaro chiave chiedere chiesa chilo chiudere ciao cibo
    cielo cinque circa città classe come cominciare comprare comunque conoscere contento conto contro corpo
    correre corso corto cosa cose costa così credere credo cucina cuore d'accordo dare davanti davvero debole
    deciso dente dentro destra detto deve devi devo dice dicembre dicono dieci dietro difficile dio dire
    diritto dita diverso dobbiamo dodici dolce dolore domanda domani domenica donna donne dopo dormire dottore
    dove dovere dritto due dunque duro ecco entrambi entrare era erano errore esempio essere estate età euro
    faccia faccio facile fame famiglia fanno fare fatto favore febbraio felice ferro festa fiducia figli
    figlia figlio fila film finalmente fine finestra finire fino fiore fiume foglia fondo forse forte forza
    foto fratello freddo frutta fuoco fuori futuro gamba gatto genere gennaio gente giallo giardino giocare
    giornale giorni giorno giovane giovedì giro giugno giusto giù gli grande grandi grazie grigio gruppo
    guardare guerra idea ieri imparare importante impossibile incontro infatti insieme intanto intorno invece
    inverno io isola italia italiana italiano lana largo lasciare latte lavorare lavoro legge leggere lei
    lento lettera letto libero libro lingua lontano loro luce luglio lui luna lunedì lungo luogo là macchina
    madre maggio mai male mamma mancare mangiare mani mano mare marito martedì marzo mattina medico meglio
    meno mente mercato mercoledì mese mesi messo metro mettere metà mezzo mia mie miei migliore mila mille
    minuti minuto mio moglie molta molte molti molto momento mondo montagna morire morte morto mostrare musica
    nascere naso natura nave neanche nemmeno nero nessuno neve niente noi nome non nonna nonno nono nord notte
    nove novembre nulla numero nuova nuovo occhi occhio odio oggi ogni ognuno olio oltre ombra ora ore
    orecchio oro ospedale ottimo otto ottobre padre paese pagare pane papà parlare parola parole parte partire
    passare passato passo paura pelle pensare pensiero penso perché perdere perfetto persona persone però
    pesce piacere piano piazza piccola piccolo piede pieno pietra pioggia più poca pochi poco poi polizia
    popolo porta portare possibile posso posto potere potrebbe povero pranzo prego prendere presto prezzo
    prima primavera primo problema pronto proprio prossimo pulito punto puoi può qua qualche qualcosa qualcuno
    quale quali quando quanti quanto quarto quasi quattordici quattro quelli quello questa queste questi
    questo qui quindi quindici ragazza ragazzi ragazzo ragione re restare ricco ricordo ridere rispondere
    risposta ritorno rosso sabato sai sale sangue sapere sappiamo scrivere scuola scusa se sedia segno seguire
    sei sembra sempre sentire senza sera sereno sette settembre settimana siamo siete signor signora signore
    silenzio simile sinistra so sogno soldi sole solito solo sonno sono sopra sorella sotto spalla spero
    spesso stanco stare stasera stata stati stato stessa stesso stiamo storia strada strano studiare su sua
    subito sud suo suoi suono sì tanta tante tanti tanto tardi tavola tavolo te telefono tempo tenere terra
    testa ti tornare tra tranquillo tre tredici treno trenta triste troppo trovare tu tua tuo tutta tutte
    tutti tutto tè uccello ufficio ultimo una undici unico uomini uomo usare uscire uso utile va vado valore
    vanno vecchio vedere veloce vendere venerdì venire venti vento veramente verde verità vero verso vestito
    via viaggio vicino vino visto vita vivere voce voglio voi volare volere volta volte vostro vuole zero zia
    zio`,
};
