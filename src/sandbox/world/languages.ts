/** What a language brings to the world: short made-up sentences, no sentence of a real post. */
export interface Language {
  /** The code in `lang`. */
  readonly code: string;
  /** How many of a hundred accounts write in it. */
  readonly share: number;
  /** Whole sentences of a post. */
  readonly sentences: readonly string[];
  /** Short answers. */
  readonly replies: readonly string[];
  /** Hashtags without `#`. */
  readonly tags: readonly string[];
  /** Given names and by-names; any of one goes with any of the other. */
  readonly given: readonly string[];
  readonly byNames: readonly string[];
  /** Texts of a profile. */
  readonly bios: readonly string[];
}

/** Splits the compact form in which the tables are written: one text per `|`. */
export function split(texts: string): readonly string[] {
  return texts.split('|');
}

/** A language in its compact form: one text per `|`. */
type LanguageTable = { readonly [K in keyof Language]: Language[K] extends readonly string[] ? string : Language[K] };

const englishTable: LanguageTable = {
  code: 'en',
  share: 44,
  sentences:
    'The harbour was quiet this morning and the coffee was strong.|Spent the evening drawing a map of every bench in the park.|Our open data portal has a new set of bus stops.|The tomatoes finally turned red, two weeks late.|Wrote a small parser today and it only broke twice.|If you name a variable "thing", future you will ask what thing.|The night sky is clear: Saturn is bright above the old mill.|I keep a list of words that sound like the weather.|Rain all day, so we sorted the seed drawer by colour.|The library lends telescopes now, bring a warm coat.|A good map says what it leaves out.|Slow travel tip: take the second train, not the first.|Baked bread with rye from the farm next door.|The tide pools were full of tiny crabs.|Does anyone still repair typewriters around here?|Our robot learned to open the door and refuses to close it.|Coffee first, then the pull request.|The bridge is closed until Friday, cycle along the river instead.|Printed the first page of the almanac and the ink smells wonderful.|Today we counted 41 swifts over the market hall.|The second sample confirms the first one, which worries me.|Science is mostly labelling jars so that others can find them.|Old radios hum in the key of B flat, apparently.|The lighthouse keeper retired and left the logbooks to the museum.|Notes from the workshop are online, with all the mistakes.|My garden is 70 percent mint and 30 percent regret.|The new typeface has a lovely ampersand.|Every dataset has a row that nobody can explain.|Lunch was soup, the meeting was soup too.|We measured the fountain and it is 12 cm shorter than the plan says.|The ferry engineer let us see the engine room.|Walking home, counted three foxes and one very calm cat.',
  replies:
    'I had the same thought.|Where was this taken?|Thank you for sharing!|Not sure I agree, but nice picture.|Saving this for later.|Do you have a source?|Ha, exactly.|This made my morning.|How long did it take?|Same here in the north.|Counting on you for part two.|Would love a map of this.|The coffee part I understand.|Agreed, with one small doubt.|Could you say more about the second step?|I tried it and it works.|That is the best bench in town.|Let me look that up.|No way!|Please add alt text, it helps.',
  tags: 'opendata|nightsky|slowtravel|mapmaking|gardening|typography|tidepools|retrocomputing|citybikes|breadbaking|fieldnotes|openscience|birdcount|radio|longreads|weather',
  given: 'Ada|Mira|Theo|Juno|Wren|Otis|Isla|Rowan|Nell|Silas|Tamsin|Arlo|Piper|Edda|Linus|Maeve',
  byNames:
    'Harbourlight|of the Quiet Mill|Tidewater|Fernhollow|Saltmarsh|Inkwell|Paperkite|Brindlewood|Lanternjaw|Stonebridge-Vale|Quillfeather|Moorgate Fen',
  bios: 'Maps, bread and long walks.|Builds small tools for open data.|I count birds so that you need not.|Type, ink and rainy afternoons.|Field notes from a tide pool.|Engineer by day, gardener by evening.|Opinions are my own & so are the typos.|Old radios <3 new ideas.|Science, mostly jars.|Slow trains, strong coffee.',
};

/** First those written from left to right in Latin, Greek or Cyrillic letters. */
const otherTables: readonly LanguageTable[] = [
  {
    code: 'de',
    share: 7,
    sentences:
      'Heute Morgen war der Hafen still und der Kaffee stark.|Die neue Karte zeigt jede Bank im Stadtpark.|Endlich regnet es, der Garten freut sich.|Der Zug kam pünktlich, ich war zu spät.|Wir haben die offenen Daten der Stadt ausgewertet.|Größe ist nicht alles, sagte die Ameise zum Straßenbahnfahrer.|Am Abend backen wir Brot mit Roggen vom Nachbarhof.|Über dem alten Kran steht der Mond.',
    replies: 'Genau so ist es.|Wo ist das denn?|Danke fürs Teilen!|Da bin ich anderer Meinung.|Schöne Grüße aus dem Norden.',
    tags: 'offenedaten|stadtgarten|nachthimmel|brotbacken',
    given: 'Jule|Friedo|Wiebke|Anselm',
    byNames: 'Nebelhorn|Moosgrün|Aus der Mühlengasse|Tintenfass',
    bios: 'Karten, Brot und lange Wege.|Sammelt Wörter für Regen.',
  },
  {
    code: 'fr',
    share: 6,
    sentences:
      "Ce matin le port était calme et le café très fort.|La nouvelle carte montre chaque banc du parc.|Il pleut depuis hier, le jardin respire.|Nous avons publié les données ouvertes des arrêts de bus.|Le pain sort du four, l'odeur remplit la rue.|Où êtes-vous quand la lune se lève sur le vieux moulin ?|Le train de nuit arrive à l'heure, c'est déjà l'été.",
    replies: "Tout à fait d'accord.|C'est où, exactement ?|Merci pour le partage !|Je ne suis pas sûr.|Bonne journée à vous.",
    tags: 'donnéesouvertes|jardin|cielnocturne|voyagelent',
    given: 'Maëlle|Aubin|Capucine|Zéphyr',
    byNames: 'Vent-d’Ouest|Boisclair|des Marais|Plume',
    bios: 'Cartes, pain et longues promenades.|Ici, on compte les oiseaux.',
  },
  {
    code: 'es',
    share: 7,
    sentences:
      'Esta mañana el puerto estaba tranquilo y el café, fuerte.|El nuevo mapa muestra cada banco del parque.|¿Alguien sabe a qué hora sale el último tren?|Por fin llueve, el jardín lo agradece.|Publicamos los datos abiertos de las paradas de autobús.|¡Qué noche tan clara! Se ve Saturno desde el tejado.|El niño preguntó por qué el mar no se acaba.',
    replies: 'Totalmente de acuerdo.|¿Dónde es eso?|¡Gracias por compartir!|No lo tengo tan claro.|Un saludo desde el sur.',
    tags: 'datosabiertos|jardín|cielonocturno|viajelento',
    given: 'Noa|Ciro|Alba|Breixo',
    byNames: 'del Faro|Vientosur|Piedraluz|Tinta',
    bios: 'Mapas, pan y paseos largos.|Cuento pájaros.',
  },
  {
    code: 'pt',
    share: 5,
    sentences:
      'Hoje de manhã o porto estava calmo e o café, forte.|O novo mapa mostra cada banco do jardim.|A chuva chegou e a horta agradece.|Publicámos os dados abertos das paragens.|O elétrico sobe a colina devagar, como sempre.|À noite vê-se Saturno por cima do moinho.|Lisboa acorda com cheiro a pão.',
    replies: 'Concordo totalmente.|Onde fica isso?|Obrigado pela partilha!|Não tenho a certeza.|Que maravilha.',
    tags: 'dadosabertos|horta|céunoturno|viagemlenta',
    given: 'Íris|Tomé|Luz|Caetana',
    byNames: 'do Cais|Ventolevante|da Colina|Maresia',
    bios: 'Mapas, pão e colinas.|Conto andorinhas.',
  },
  {
    code: 'tr',
    share: 4,
    sentences:
      'Bu sabah liman sakindi, kahve de çok güzeldi.|Yeni harita parktaki her bankı gösteriyor.|Yağmur sonunda geldi, bahçe sevindi.|Işık yanınca kedi hemen uyandı.|Gece gökyüzü açık, İstanbul üzerinde ay var.|Şehrin açık verilerini yayımladık.',
    replies: 'Kesinlikle katılıyorum.|Burası neresi?|Paylaştığın için teşekkürler!|Emin değilim.',
    tags: 'açıkveri|bahçe|gecegökyüzü',
    given: 'Işıl|Ilgaz|Çağrı|Defne',
    byNames: 'Denizkızı|Rüzgâr|Gümüşdere|Şafak',
    bios: 'Haritalar, ekmek ve uzun yürüyüşler.|Kuş sayarım.',
  },
  {
    code: 'el',
    share: 2,
    sentences:
      'Σήμερα το πρωί το λιμάνι ήταν ήσυχο και ο καφές δυνατός.|Ο νέος χάρτης δείχνει κάθε παγκάκι του πάρκου.|Έβρεξε επιτέλους και ο κήπος χάρηκε.|Η νύχτα είναι καθαρή, φαίνεται ο Κρόνος.',
    replies: 'Συμφωνώ απόλυτα.|Πού είναι αυτό;|Ευχαριστώ!',
    tags: 'ανοιχτάδεδομένα|κήπος',
    given: 'Δάφνη|Ίρις|Λίνος',
    byNames: 'Αλμυρός|του Φάρου|Ασημένια',
    bios: 'Χάρτες, ψωμί και περίπατοι.',
  },
  {
    code: 'ru',
    share: 3,
    sentences:
      'Утром в порту было тихо, а кофе был крепким.|На новой карте отмечена каждая скамейка в парке.|Наконец пошёл дождь, и сад ожил.|Ночное небо ясное, виден Сатурн.|Мы опубликовали открытые данные об остановках.',
    replies: 'Полностью согласен.|Где это?|Спасибо, что поделились!|Не уверена.',
    tags: 'открытыеданные|сад|ночноенебо',
    given: 'Лада|Мирон|Яся',
    byNames: 'Тихоходова|Северная|Чернильница',
    bios: 'Карты, хлеб и долгие прогулки.',
  },
  // from here on written from right to left, or in scripts that need more than one code unit or no spaces
  {
    code: 'ar',
    share: 4,
    sentences:
      'كان الميناء هادئًا هذا الصباح وكانت القهوة قوية.|تُظهر الخريطة الجديدة كل مقعد في الحديقة.|أخيرًا هطل المطر وفرحت الحديقة.|نشرنا البيانات المفتوحة لمواقف الحافلات، العدد 128 موقفًا.|السماء صافية الليلة ويظهر زحل فوق الطاحونة القديمة.',
    replies: 'أتفق معك تمامًا.|أين هذا المكان؟|شكرًا على المشاركة!|لست متأكدًا.',
    tags: 'بيانات_مفتوحة|حديقة|سماء_الليل',
    given: 'سنا|ريان|نور',
    byNames: 'المينا|البستان|الندى',
    bios: 'خرائط وخبز ومشي طويل.',
  },
  {
    code: 'he',
    share: 2,
    sentences:
      'הבוקר הנמל היה שקט והקפה היה חזק.|המפה החדשה מראה כל ספסל בפארק.|סוף סוף ירד גשם והגינה שמחה.|השמיים בהירים הלילה ורואים את שבתאי, ב-22:15 בדיוק.',
    replies: 'מסכים לגמרי.|איפה זה?|תודה על השיתוף!',
    tags: 'נתונים_פתוחים|גינה',
    given: 'נועם|שירה|טל',
    byNames: 'הנמל|גל|אורן',
    bios: 'מפות, לחם והליכות ארוכות.',
  },
  {
    code: 'fa',
    share: 2,
    sentences:
      'امروز صبح بندر آرام بود و قهوه خوش‌طعم.|نقشهٔ تازه همهٔ نیمکت‌های پارک را نشان می‌دهد.|بالاخره باران آمد و باغچه جان گرفت.|آسمان شب صاف است و کیوان دیده می‌شود.',
    replies: 'کاملاً موافقم.|اینجا کجاست؟|ممنون که نوشتید!',
    tags: 'داده_باز|باغچه',
    given: 'مهتا|آرش|نیلو',
    byNames: 'باران|دریا|کوهی',
    bios: 'نقشه، نان و پیاده‌روی.',
  },
  {
    code: 'hi',
    share: 3,
    sentences:
      'आज सुबह बंदरगाह शांत था और कॉफ़ी बहुत अच्छी थी।|नया नक्शा पार्क की हर बेंच दिखाता है।|आख़िरकार बारिश हुई और बगीचा हरा हो गया।|रात का आसमान साफ़ है, शनि दिख रहा है।',
    replies: 'बिल्कुल सही।|यह कहाँ है?|साझा करने के लिए धन्यवाद!',
    tags: 'खुलाडेटा|बगीचा',
    given: 'तारा|ईशान|मीरा',
    byNames: 'नदी|सागर|बादल',
    bios: 'नक्शे, रोटी और लंबी सैर।',
  },
  {
    code: 'ja',
    share: 6,
    sentences:
      '今朝の港は静かで、コーヒーは濃かった。|新しい地図には公園のベンチが全部載っています。|やっと雨が降って、庭がよろこんでいる。|夜空がきれいで、土星が見えます。|バス停のオープンデータを公開しました。|電車は遅れたけれど、夕焼けに間に合った。',
    replies: 'ほんとにそうですね。|どこですか？|共有ありがとうございます！|それは知らなかった。',
    tags: 'オープンデータ|庭しごと|夜空',
    given: 'ひかり|そら|みなと',
    byNames: '潮風|月影|紙飛行機',
    bios: '地図とパンと長い散歩。',
  },
  {
    code: 'ko',
    share: 3,
    sentences:
      '오늘 아침 항구는 조용했고 커피는 진했다.|새 지도에는 공원의 모든 벤치가 나와 있어요.|드디어 비가 와서 정원이 살아났다.|밤하늘이 맑아서 토성이 보입니다.',
    replies: '정말 그래요.|여기가 어디예요?|공유 감사합니다!',
    tags: '오픈데이터|정원',
    given: '하늘|바다|이슬',
    byNames: '달빛|종이배|바람',
    bios: '지도와 빵과 긴 산책.',
  },
  {
    code: 'zh',
    share: 3,
    sentences:
      '今天早上港口很安静，咖啡很浓。|新地图标出了公园里的每一张长椅。|终于下雨了，花园很高兴。|夜空晴朗，可以看到土星。',
    replies: '完全同意。|这是哪里？|谢谢分享！',
    tags: '开放数据|花园',
    given: '小舟|云起|青禾',
    byNames: '听雨|拾光|远山',
    bios: '地图、面包和长长的散步。',
  },
  {
    code: 'th',
    share: 2,
    sentences: 'เช้านี้ท่าเรือเงียบและกาแฟเข้มมาก|แผนที่ใหม่แสดงม้านั่งทุกตัวในสวน|ในที่สุดฝนก็ตก สวนสดชื่นขึ้น|คืนนี้ท้องฟ้าใส เห็นดาวเสาร์',
    replies: 'เห็นด้วยเลย|ที่ไหนคะ|ขอบคุณที่แบ่งปัน',
    tags: 'ข้อมูลเปิด|สวน',
    given: 'ฟ้า|น้ำ|เมฆ',
    byNames: 'ริมทะเล|ใบไม้|สายลม',
    bios: 'แผนที่ ขนมปัง และการเดินเล่น',
  },
];

function toLanguage({ code, share, ...texts }: LanguageTable): Language {
  const { sentences, replies, tags, given, byNames, bios } = texts;
  return {
    ...{ code, share, sentences: split(sentences), replies: split(replies), tags: split(tags) },
    ...{ given: split(given), byNames: split(byNames), bios: split(bios) },
  };
}

export const english = toLanguage(englishTable);
export const languages: readonly Language[] = [english, ...otherTables.map(toLanguage)];
