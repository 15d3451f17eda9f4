/**
 * Titles that people write before their name, in lower case and without a dot. 'Md' and 'Mohd' are short for a name, but
 * nobody is called by them.
 */
const TITLES = new Set(
  `mr mrs ms miss mx and master madam sir dr doctor prof professor er adv ca col capt maj lt gen rev fr pt pandit
  shri shree sri sree shriman shrimati srimati smt sushri kumari kum km ku md mohd mst late thiru thirumathi
  श्री श्रीमान श्रीमान् श्रीयुत श्रीमती सुश्री कुमारी कु डॉ डॉक्टर डा प्रो प्रोफेसर मि मिस मिसेज मिस्टर पं पंडित मो स्व सौ
  শ্রী শ্রীমতী শ্ৰী শ্ৰীমতী ডা ড মো ଶ୍ରୀ ଶ୍ରୀମତୀ ଡ శ్రీ శ్రీమతి డా ಶ್ರೀ ಶ್ರೀಮತಿ ಡಾ
  திரு திருமதி ஸ்ரீ ശ്രീ ശ്രീമതി ഡോ શ્રી શ્રીમતી ડૉ ਸ਼੍ਰੀ ਸ਼੍ਰੀਮਤੀ ਸ੍ਰੀ ਸ੍ਰੀਮਤੀ ਡਾ ڈاکٹر`
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
