/** Everyday talk without any of the vocabularies' terms: meetings, doctors, families, shops, news. */
export const ORDINARY_TEXT: Readonly<Record<string, string>> = {
  en: `good morning everyone thanks for joining so early today we want to look at the numbers for the last quarter and then
talk about what the team has planned for the summer sales went up by about four percent which is less than we hoped but the
new office in the north is doing well and the customers there seem to like the way we answer the phone i think we should
hire two more people before september otherwise nobody will be able to take a holiday my sister called last night and said
that the baby has started to walk she fell over the dog twice and laughed every time we are going to drive down on saturday
if the weather stays dry and take them to the lake the doctor told him to rest for a week and drink plenty of water he has
had a cough since march and it keeps him awake at night could you please send me the letter again i cannot find it anywhere
and the lawyer needs it before noon the train was late because of a broken signal near the bridge so i missed the first
half of the play but the second half was wonderful they built the wall with old bricks from the farm and painted the gate
green what would you do if someone offered you a job on the other side of the world i would probably say yes pack a small
bag and worry about the rest later the recipe says to add a pinch of salt and let the dough sit under a wet towel until it
has doubled then roll it out as thin as you can the council voted against the plan for the new road after a long debate and
several members walked out of the room in anger our teacher used to read us a story every friday afternoon when the rain
was beating on the windows and nobody wanted to go home`,
  de: `guten morgen zusammen schön dass ihr alle so früh gekommen seid wir schauen uns heute zuerst die zahlen vom letzten
quartal an und sprechen danach über die pläne für den sommer der umsatz ist um etwa vier prozent gestiegen das ist weniger
als wir gehofft hatten aber das neue büro im norden läuft gut und die kunden dort sind mit unserer arbeit zufrieden ich
glaube wir sollten noch zwei leute einstellen sonst kann im september niemand in den urlaub fahren meine schwester hat
gestern abend angerufen und erzählt dass die kleine jetzt laufen kann sie ist zweimal über den hund gefallen und hat jedes
mal gelacht am samstag fahren wir hin wenn das wetter trocken bleibt und gehen mit ihnen an den see der arzt hat gesagt er
soll sich eine woche ausruhen und viel wasser trinken er hustet schon seit märz und kann nachts nicht schlafen kannst du mir
bitte den brief noch einmal schicken ich finde ihn nirgends und der anwalt braucht ihn vor dem mittag der zug hatte
verspätung weil ein signal an der brücke defekt war deshalb habe ich die erste hälfte vom stück verpasst aber die zweite war
wunderbar sie haben die mauer aus alten steinen vom hof gebaut und das tor grün gestrichen was würdest du machen wenn dir
jemand eine stelle am anderen ende der welt anbietet ich würde wahrscheinlich ja sagen einen kleinen koffer packen und mir
später sorgen machen im rezept steht man soll eine prise salz dazugeben und den teig unter einem feuchten tuch ruhen lassen
bis er doppelt so groß ist der gemeinderat hat nach langer debatte gegen die neue straße gestimmt`,
  fr: `bonjour à tous merci d'être venus si tôt ce matin nous allons d'abord regarder les chiffres du dernier trimestre et
ensuite parler de ce que l'équipe a prévu pour l'été les ventes ont augmenté d'environ quatre pour cent c'est moins que ce
que nous espérions mais le nouveau bureau dans le nord marche bien et les clients semblent contents de notre travail je crois
qu'il faudrait engager deux personnes de plus sinon personne ne pourra partir en vacances en septembre ma sœur a appelé hier
soir pour dire que la petite commence à marcher elle est tombée deux fois sur le chien et elle a ri à chaque fois samedi on
prend la voiture si le temps reste sec et on les emmène au lac le médecin lui a dit de se reposer une semaine et de boire
beaucoup d'eau il tousse depuis le mois de mars et cela l'empêche de dormir la nuit est-ce que tu peux m'envoyer la lettre
encore une fois je ne la trouve nulle part et l'avocat en a besoin avant midi le train avait du retard à cause d'un signal
en panne près du pont alors j'ai manqué la première moitié de la pièce mais la seconde était magnifique ils ont construit le
mur avec de vieilles pierres de la ferme et peint le portail en vert que ferais-tu si quelqu'un t'offrait un poste à l'autre
bout du monde je dirais sans doute oui je ferais une petite valise et je m'inquiéterais plus tard la recette dit d'ajouter
une pincée de sel et de laisser la pâte sous un linge humide jusqu'à ce qu'elle ait doublé le conseil a voté contre la
nouvelle route après un long débat et plusieurs membres ont quitté la salle en colère`,
  es: `buenos días a todos gracias por venir tan temprano hoy vamos a mirar primero los números del último trimestre y después
hablaremos de lo que el equipo tiene pensado para el verano las ventas subieron alrededor de un cuatro por ciento que es menos
de lo que esperábamos pero la nueva oficina del norte funciona bien y los clientes parecen contentos con nuestro trabajo creo
que deberíamos contratar a dos personas más porque si no nadie podrá irse de vacaciones en septiembre mi hermana llamó anoche
y dijo que la niña ya empieza a caminar se cayó dos veces encima del perro y se rió cada vez el sábado iremos en coche si el
tiempo sigue seco y los llevaremos al lago el médico le dijo que descansara una semana y que bebiera mucha agua tiene tos
desde marzo y no le deja dormir por la noche me puedes mandar la carta otra vez por favor no la encuentro por ningún lado y
el abogado la necesita antes del mediodía el tren llegó tarde por una señal rota cerca del puente así que me perdí la primera
mitad de la obra pero la segunda fue maravillosa construyeron la pared con piedras viejas de la granja y pintaron la puerta
de verde qué harías si alguien te ofreciera un trabajo al otro lado del mundo yo seguramente diría que sí haría una maleta
pequeña y me preocuparía más tarde la receta dice que hay que añadir una pizca de sal y dejar la masa bajo un paño húmedo
hasta que haya crecido el doble el ayuntamiento votó en contra de la nueva carretera después de un largo debate`,
  it: `buongiorno a tutti grazie di essere venuti così presto oggi guardiamo prima i numeri dell'ultimo trimestre e poi
parliamo di quello che la squadra ha in programma per l'estate le vendite sono aumentate di circa il quattro per cento meno di
quanto speravamo ma il nuovo ufficio nel nord va bene e i clienti sembrano contenti del nostro lavoro credo che dovremmo
assumere altre due persone altrimenti a settembre nessuno potrà andare in vacanza mia sorella ha chiamato ieri sera e ha detto
che la bambina comincia a camminare è caduta due volte sul cane e ha riso ogni volta sabato andiamo in macchina se il tempo
resta asciutto e li portiamo al lago il medico gli ha detto di riposare una settimana e di bere molta acqua ha la tosse da
marzo e la notte non riesce a dormire mi puoi mandare di nuovo la lettera per favore non la trovo da nessuna parte e
l'avvocato ne ha bisogno prima di mezzogiorno il treno era in ritardo per un segnale rotto vicino al ponte così ho perso la
prima metà dello spettacolo ma la seconda è stata meravigliosa hanno costruito il muro con le vecchie pietre della fattoria e
dipinto il cancello di verde cosa faresti se qualcuno ti offrisse un lavoro dall'altra parte del mondo io probabilmente direi
di sì farei una piccola valigia e mi preoccuperei più tardi la ricetta dice di aggiungere un pizzico di sale e di lasciare
l'impasto sotto un panno umido finché non è raddoppiato il consiglio ha votato contro la nuova strada dopo un lungo dibattito
e alcuni membri hanno lasciato la sala arrabbiati`,
};
