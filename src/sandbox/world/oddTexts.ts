import type { PostBook } from './postBook.ts';
import { cast } from './profiles.ts';

/** Texts that readers stumble over; one post each, by one account. None has a control character that JSON would have to escape but line ends and tabs. */
export const edgeTexts: readonly string[] = [
  '<script>alert("x")</script> is text, and so is <b>bold</b> &amp; &lt;this&gt;',
  '"><img src=x onerror=alert(1)> javascript:alert(1) {{7*7}} ${7*7} <%= 7 %>',
  'Family 👩‍👩‍👧‍👦, flag 🏳️‍🌈, keycap 1️⃣, skin 👍🏽, regional 🇵🇹🇯🇵, tag 🏴󠁧󠁢󠁷󠁬󠁳󠁿',
  'Combining: e\u0301 = é, a\u0308\u0323, Z\u0351\u036b\u0343a\u0350\u0368l\u034dg\u0321o\u0334',
  'Direction: \u202Egnp.exe\u202C and \u2067שלום\u2069 and \u200Fmark\u200E end',
  'Zero width: a\u200Bb\u200Cc\u200Dd\uFEFFe, soft\u00ADhyphen, nbsp\u00A0here, thin\u2009space',
  'Line one\nline two\r\nline three\n\n\n\nline seven\ttab',
  'Separators \u2028 and \u2029 break old scripts',
  '=HYPERLINK("https://news.example/","click") +SUM(A1:A9) -2+3 @cell',
  'Backslash \\ quote " apostrophe \' backtick ` slash / percent %20 %2B plus + hash # and & ?',
  'null undefined NaN true false 0 -0 1e400 9007199254740993 18446744073709551615',
  'Astral 𝕳𝖊𝖑𝖑𝖔 𠮷野家 𒀀𒀁 🀄 and variation 葛\u{E0100} ☺︎ ☺️',
  'العربية mixed with English 123 والعكس (brackets) [more] و50% من',
  'https://news.example/a?b=c&d=%C3%A9#frag-(1) right after text,https://news.example/second.',
  'Averyveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryverylongword',
  '```js\nconst x = { "a": [1, 2] };\n``` and *stars* _lines_ ~~strike~~ [link](https://news.example)',
  '../../etc/passwd C:\\temp\\con.txt file:///x CON NUL aux.json .',
  'straße STRASSE ﬁ ﬂ İstanbul ıstanbul ς σ Σ ǅ',
  '🙂',
  '.',
];

/** Scripts that no language of the world is written in: the language code, and a few words. */
const scriptTexts: readonly (readonly [string, string])[] = [
  ['bn', 'শুভ সকাল, আজ নদীর ধারে কুয়াশা।'],
  ['pa', 'ਸ਼ੁਭ ਸਵੇਰ, ਚਾਹ ਤਿਆਰ ਹੈ।'],
  ['gu', 'સુપ્રભાત, આજે વરસાદ છે.'],
  ['or', 'ଶୁଭ ସକାଳ, ଆଜି ବର୍ଷା।'],
  ['ta', 'காலை வணக்கம், இன்று மழை பெய்கிறது.'],
  ['te', 'శుభోదయం, ఈ రోజు వర్షం పడుతోంది.'],
  ['kn', 'ಶುಭೋದಯ, ಇಂದು ಮಳೆ ಬರುತ್ತಿದೆ.'],
  ['ml', 'സുപ്രഭാതം, ഇന്ന് മഴയാണ്.'],
  ['si', 'සුබ උදෑසනක්, අද වැස්ස.'],
  ['my', 'မင်္ဂလာနံနက်ခင်းပါ၊ ဒီနေ့ မိုးရွာတယ်။'],
  ['km', 'អរុណសួស្តី ថ្ងៃនេះភ្លៀង។'],
  ['lo', 'ສະບາຍດີຕອນເຊົ້າ ມື້ນີ້ຝົນຕົກ.'],
  ['bo', 'སྔ་དྲོ་བདེ་ལེགས།'],
  ['ka', 'დილა მშვიდობისა, დღეს წვიმს.'],
  ['hy', 'Բարի լույս, այսօր անձրև է։'],
  ['am', 'እንደምን አደርክ፣ ዛሬ ዝናብ ነው።'],
  ['chr', 'ᎣᏏᏲ, ᎣᏍᏓ ᏑᎾᎴ.'],
  ['iu', 'ᐅᓪᓛᒃᑯᑦ.'],
  ['mn', 'ᠥᠷᠯᠥᠭᠡ ᠶᠢᠨ ᠮᠡᠨᠳᠦ'],
  ['dv', 'ބާއްޖަވެރި ހެނދުނެއް.'],
  ['syc', 'ܒܪܝܟ ܨܦܪܐ.'],
  ['nqo', 'ߌ ߣߌ߫ ߛߐ߰ߡߊ߫.'],
  ['ur', 'صبح بخیر، آج بارش ہے۔'],
  ['ps', 'سهار مو پخیر، نن باران دی.'],
  ['yi', 'גוט מאָרגן, הײַנט רעגנט.'],
  ['vi', 'Chào buổi sáng, hôm nay trời mưa ở bến cảng.'],
  ['pl', 'Dzień dobry, dziś leje jak z cebra: żółć, gęślą jaźń.'],
  ['is', 'Góðan daginn, það rignir á Þingvöllum.'],
  ['yue', '早晨，今日落雨㗎。𨋢壞咗。'],
  ['zxx', '⠛⠕⠕⠙ ⠍⠕⠗⠝⠊⠝⠛'],
];

/** One post for each of these scripts, one each hour, by the account of the odd texts. */
export function planScripts(book: PostBook): void {
  scriptTexts.forEach(([lang, text], index) => {
    const written = { text, lang, hashtags: [], urls: [], mentions: [] };
    book.add({
      author: cast.edgeTexts,
      atMs: book.nowMs - (index + 30) * 3_600_000,
      likes: index % 5,
      write: () => ({ written }),
    });
  });
}
