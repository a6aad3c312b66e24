import type { PostBook } from './postBook.ts';
import { cast } from './profiles.ts';

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

/** One post for each of these scripts, an hour apart, by the account of the odd texts. */
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
