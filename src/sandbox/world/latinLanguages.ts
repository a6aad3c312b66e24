import { type Language, split } from './language.ts';

/** The languages written from left to right in Latin, Greek or Cyrillic letters. */
export const latinLanguages: readonly Language[] = [
  {
    code: 'en',
    share: 44,
    sentences: split(
      'The harbour was quiet this morning and the coffee was strong.|Spent the evening drawing a map of every bench in the park.|Our open data portal has a new set of bus stops.|The tomatoes finally turned red, two weeks late.|Wrote a small parser today and it only broke twice.|If you name a variable "thing", future you will ask what thing.|The night sky is clear: Saturn is bright above the old mill.|I keep a list of words that sound like the weather.|Rain all day, so we sorted the seed drawer by colour.|The library lends telescopes now, bring a warm coat.|A good map says what it leaves out.|Slow travel tip: take the second train, not the first.|Baked bread with rye from the farm next door.|The tide pools were full of tiny crabs.|Does anyone still repair typewriters around here?|Our robot learned to open the door and refuses to close it.|Coffee first, then the pull request.|The bridge is closed until Friday, cycle along the river instead.|Printed the first page of the almanac and the ink smells wonderful.|Today we counted 41 swifts over the market hall.|The second sample confirms the first one, which worries me.|Science is mostly labelling jars so that others can find them.|Old radios hum in the key of B flat, apparently.|The lighthouse keeper retired and left the logbooks to the museum.|Notes from the workshop are online, with all the mistakes.|My garden is 70 percent mint and 30 percent regret.|The new typeface has a lovely ampersand.|Every dataset has a row that nobody can explain.|Lunch was soup, the meeting was soup too.|We measured the fountain and it is 12 cm shorter than the plan says.|The ferry engineer let us see the engine room.|Walking home, counted three foxes and one very calm cat.',
    ),
    replies: split(
      'I had the same thought.|Where was this taken?|Thank you for sharing!|Not sure I agree, but nice picture.|Saving this for later.|Do you have a source?|Ha, exactly.|This made my morning.|How long did it take?|Same here in the north.|Counting on you for part two.|Would love a map of this.|The coffee part I understand.|Agreed, with one small doubt.|Could you say more about the second step?|I tried it and it works.|That is the best bench in town.|Let me look that up.|No way!|Please add alt text, it helps.',
    ),
    tags: split(
      'opendata|nightsky|slowtravel|mapmaking|gardening|typography|tidepools|retrocomputing|citybikes|breadbaking|fieldnotes|openscience|birdcount|radio|longreads|weather',
    ),
    given: split('Ada|Mira|Theo|Juno|Wren|Otis|Isla|Rowan|Nell|Silas|Tamsin|Arlo|Piper|Edda|Linus|Maeve'),
    byNames: split(
      'Harbourlight|of the Quiet Mill|Tidewater|Fernhollow|Saltmarsh|Inkwell|Paperkite|Brindlewood|Lanternjaw|Stonebridge-Vale|Quillfeather|Moorgate Fen',
    ),
    bios: split(
      'Maps, bread and long walks.|Builds small tools for open data.|I count birds so that you need not.|Type, ink and rainy afternoons.|Field notes from a tide pool.|Engineer by day, gardener by evening.|Opinions are my own & so are the typos.|Old radios <3 new ideas.|Science, mostly jars.|Slow trains, strong coffee.',
    ),
  },
  {
    code: 'de',
    share: 7,
    sentences: split(
      'Heute Morgen war der Hafen still und der Kaffee stark.|Die neue Karte zeigt jede Bank im Stadtpark.|Endlich regnet es, der Garten freut sich.|Der Zug kam pünktlich, ich war zu spät.|Wir haben die offenen Daten der Stadt ausgewertet.|Größe ist nicht alles, sagte die Ameise zum Straßenbahnfahrer.|Am Abend backen wir Brot mit Roggen vom Nachbarhof.|Über dem alten Kran steht der Mond.',
    ),
    replies: split(
      'Genau so ist es.|Wo ist das denn?|Danke fürs Teilen!|Da bin ich anderer Meinung.|Schöne Grüße aus dem Norden.',
    ),
    tags: split('offenedaten|stadtgarten|nachthimmel|brotbacken'),
    given: split('Jule|Friedo|Wiebke|Anselm'),
    byNames: split('Nebelhorn|Moosgrün|Aus der Mühlengasse|Tintenfass'),
    bios: split('Karten, Brot und lange Wege.|Sammelt Wörter für Regen.'),
  },
  {
    code: 'fr',
    share: 6,
    sentences: split(
      "Ce matin le port était calme et le café très fort.|La nouvelle carte montre chaque banc du parc.|Il pleut depuis hier, le jardin respire.|Nous avons publié les données ouvertes des arrêts de bus.|Le pain sort du four, l'odeur remplit la rue.|Où êtes-vous quand la lune se lève sur le vieux moulin ?|Le train de nuit arrive à l'heure, c'est déjà l'été.",
    ),
    replies: split(
      "Tout à fait d'accord.|C'est où, exactement ?|Merci pour le partage !|Je ne suis pas sûr.|Bonne journée à vous.",
    ),
    tags: split('donnéesouvertes|jardin|cielnocturne|voyagelent'),
    given: split('Maëlle|Aubin|Capucine|Zéphyr'),
    byNames: split('Vent-d’Ouest|Boisclair|des Marais|Plume'),
    bios: split('Cartes, pain et longues promenades.|Ici, on compte les oiseaux.'),
  },
  {
    code: 'es',
    share: 7,
    sentences: split(
      'Esta mañana el puerto estaba tranquilo y el café, fuerte.|El nuevo mapa muestra cada banco del parque.|¿Alguien sabe a qué hora sale el último tren?|Por fin llueve, el jardín lo agradece.|Publicamos los datos abiertos de las paradas de autobús.|¡Qué noche tan clara! Se ve Saturno desde el tejado.|El niño preguntó por qué el mar no se acaba.',
    ),
    replies: split(
      'Totalmente de acuerdo.|¿Dónde es eso?|¡Gracias por compartir!|No lo tengo tan claro.|Un saludo desde el sur.',
    ),
    tags: split('datosabiertos|jardín|cielonocturno|viajelento'),
    given: split('Noa|Ciro|Alba|Breixo'),
    byNames: split('del Faro|Vientosur|Piedraluz|Tinta'),
    bios: split('Mapas, pan y paseos largos.|Cuento pájaros.'),
  },
  {
    code: 'pt',
    share: 5,
    sentences: split(
      'Hoje de manhã o porto estava calmo e o café, forte.|O novo mapa mostra cada banco do jardim.|A chuva chegou e a horta agradece.|Publicámos os dados abertos das paragens.|O elétrico sobe a colina devagar, como sempre.|À noite vê-se Saturno por cima do moinho.|Lisboa acorda com cheiro a pão.',
    ),
    replies: split('Concordo totalmente.|Onde fica isso?|Obrigado pela partilha!|Não tenho a certeza.|Que maravilha.'),
    tags: split('dadosabertos|horta|céunoturno|viagemlenta'),
    given: split('Íris|Tomé|Luz|Caetana'),
    byNames: split('do Cais|Ventolevante|da Colina|Maresia'),
    bios: split('Mapas, pão e colinas.|Conto andorinhas.'),
  },
  {
    code: 'tr',
    share: 4,
    sentences: split(
      'Bu sabah liman sakindi, kahve de çok güzeldi.|Yeni harita parktaki her bankı gösteriyor.|Yağmur sonunda geldi, bahçe sevindi.|Işık yanınca kedi hemen uyandı.|Gece gökyüzü açık, İstanbul üzerinde ay var.|Şehrin açık verilerini yayımladık.',
    ),
    replies: split('Kesinlikle katılıyorum.|Burası neresi?|Paylaştığın için teşekkürler!|Emin değilim.'),
    tags: split('açıkveri|bahçe|gecegökyüzü'),
    given: split('Işıl|Ilgaz|Çağrı|Defne'),
    byNames: split('Denizkızı|Rüzgâr|Gümüşdere|Şafak'),
    bios: split('Haritalar, ekmek ve uzun yürüyüşler.|Kuş sayarım.'),
  },
  {
    code: 'el',
    share: 2,
    sentences: split(
      'Σήμερα το πρωί το λιμάνι ήταν ήσυχο και ο καφές δυνατός.|Ο νέος χάρτης δείχνει κάθε παγκάκι του πάρκου.|Έβρεξε επιτέλους και ο κήπος χάρηκε.|Η νύχτα είναι καθαρή, φαίνεται ο Κρόνος.',
    ),
    replies: split('Συμφωνώ απόλυτα.|Πού είναι αυτό;|Ευχαριστώ!'),
    tags: split('ανοιχτάδεδομένα|κήπος'),
    given: split('Δάφνη|Ίρις|Λίνος'),
    byNames: split('Αλμυρός|του Φάρου|Ασημένια'),
    bios: split('Χάρτες, ψωμί και περίπατοι.'),
  },
  {
    code: 'ru',
    share: 3,
    sentences: split(
      'Утром в порту было тихо, а кофе был крепким.|На новой карте отмечена каждая скамейка в парке.|Наконец пошёл дождь, и сад ожил.|Ночное небо ясное, виден Сатурн.|Мы опубликовали открытые данные об остановках.',
    ),
    replies: split('Полностью согласен.|Где это?|Спасибо, что поделились!|Не уверена.'),
    tags: split('открытыеданные|сад|ночноенебо'),
    given: split('Лада|Мирон|Яся'),
    byNames: split('Тихоходова|Северная|Чернильница'),
    bios: split('Карты, хлеб и долгие прогулки.'),
  },
];
