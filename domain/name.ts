/**
 * Titles that people write before their name, in lower case and without a dot. 'Md' and 'Mohd' are short for a name, but
 * nobody is called by them.
 */
const TITLES = new Set(
  `mr mrs ms miss mx and master madam sir dr doctor prof professor er adv ca col capt maj lt gen rev fr pt pandit
  shri shree sri sree shriman shrimati srimati smt sushri kumari kum km ku md mohd mst late thiru thirumathi
  श्री श्रीमान श्रीमान् श्रीयुत श्रीमती सुश्री कुमारी कु डॉ डॉक्टर डा प्रो प्रोफेसर मि मिस मिसेज मिस्टर पं पंडित मो स्व सौ
  শ্রী শ্রীমান শ্রীমতী শ্ৰী শ্ৰীমান শ্ৰীমতী সুশ্রী কুমারী ডা ড ডক্টর ডাক্তার প্রফেসর অধ্যাপক মি মিস মিসেস মো মোছা
  ଶ୍ରୀ ଶ୍ରୀମାନ ଶ୍ରୀମତୀ ସୁଶ୍ରୀ କୁମାରୀ ଡ ଡା ଡାକ୍ତର
  శ్రీ శ్రీమతి శ్రీమాన్ కుమారి డా డాక్టర్
  ಶ್ರೀ ಶ್ರೀಮತಿ ಶ್ರೀಮಾನ್ ಕುಮಾರಿ ಡಾ ಡಾಕ್ಟರ್
  திரு திருமதி ஸ்ரீ ஶ்ரீ ஸ்ரீமதி டாக்டர் முனைவர்
  ശ്രീ ശ്രീമതി ശ്രീമാൻ കുമാരി ഡോ ഡോക്ടർ
  શ્રી શ્રીમાન શ્રીમતી સુશ્રી કુમારી ડૉ ડો ડોક્ટર
  ਸ਼੍ਰੀ ਸ੍ਰੀ ਸ਼੍ਰੀਮਾਨ ਸ਼੍ਰੀਮਤੀ ਸ੍ਰੀਮਤੀ ਕੁਮਾਰੀ ਡਾ ਡਾਕਟਰ
  جناب محترمہ ڈاکٹر`
    .normalize() // as names are stored
    .split(/\s+/),
);

/** A word with its dot, which in Devanagari may be '॰': 'Dr.Asha' and '(Mrs.) Asha' have two. */
const WORD = /[^\s./,()॰]+[.॰]?/g;

/** How a word is shortened, in Bengali and Odia with a visarga: 'মোঃ'. */
const SHORTENED = /[.॰ঃଃ]$/;

/** A first name for greetings: the first word of the name that is not an initial or a title; '' for an empty name. */
export function firstName(fullName: string): string {
  const words = fullName.normalize().match(WORD) ?? [];
  return (
    words.find((word) => word.length > 1 && !SHORTENED.test(word) && !isTitle(word)) ??
    words[0] ??
    ''
  );
}

function isTitle(word: string): boolean {
  return TITLES.has(word.toLowerCase());
}
