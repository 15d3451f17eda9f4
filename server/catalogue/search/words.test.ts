import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProductQuery } from '#contract/catalogue.ts';
import { createCatalogue } from '#server/catalogue/catalogue.ts';
import { openShopDatabase } from '#test/shop-database.ts';

/** What the functions of db/schema take for words, in the products' index and in a search. */
const shop = await openShopDatabase();

async function wordsIn(text: string): Promise<string[]> {
  const { rows } = await shop.db.owner.query('select words_in($1, true) as words', [text]);
  return rows[0].words;
}

describe('these are read the same', () => {
  test.each([
    ['small and capital letters', 'BLUE Éclair ΣΑΣ', 'blue éclair σας'],
    ['letters with and without accents', 'crème brûlée', 'creme brulee'],
    ['composed and decomposed letters', 'café'.normalize('NFC'), 'café'.normalize('NFD')],
    ['ligatures', 'ﬁne œuvre Straße', 'fine oeuvre strasse'],
    ['full-width letters and digits', 'Ｔｅａ ２５０ｇ', 'tea 250g'],
    ['raised digits and signs in circles', 'H₂O x² ①', 'h2o x2 1'],
    ['dashes', '80–90 80—90 80‑90 80−90', '80-90'],
    ['spaces', 'blue\u00a0tea\u2009x\u3000y\u202fz', 'blue tea x y z'],
    ['quotes', 'O’Neill O‘Neill Oʹ', "O'Neill Oʹ"],
    ['what cannot be seen', 'bl\u00adue\u200b te\u2060a\ufeff \u202edeep\u202c', 'blue tea deep'],
    ['joiners', 'क्\u200dष शक्\u200cति', 'क्ष शक्ति'],
    ['anusvara and nasal consonant', 'हिंदी मुंबई रंग गंगा', 'हिन्दी मुम्बई रङ्ग गङ्गा'],
    ['candrabindu and anusvara', 'चाँद माँ', 'चांद मां'],
    ['letters with and without nukta', 'तोहफ़ा क़लम \u095eल', 'तोहफा कलम फल'],
    ['the same in Gujarati and Telugu', 'હિંદી హిందీ ಹಿಂದಿ', 'હિન્દી హిన్దీ ಹಿನ್ದಿ'],
    ['vowels and their parts in Hindi', 'आयुर्वेद ओजस औषध ऑरेंज ऍ ॲ ऐ', 'अायुर्वेद अोजस अाैषध अाॅरेंज अॅ एे'],
    ['signs of a vowel and their parts', 'को कौ कॉ ऊ भाई', 'काे काै काॅ उु भार्इ'],
    ['visarga, a colon for it, and none', 'दुःख प्रातःकालीन নিঃশব্দ', 'दु:ख प्रात:कालीन নিশব্দ'],
    ['words that are stretched', 'چـــائے', 'چائے'],
    ['Urdu and Arabic letters', 'نیلی کتاب دائرۃ', 'نيلي كتاب دائرة'],
    ['a number and its unit', '250 g 250gm 250 grams 250-gram २५० ग्राम', '250g'],
    [
      'kilograms',
      '1 kilo 1 kgs 1 किलो १ किलोग्राम १ किग्रा 1 कि.ग्रा. ১ কেজি 1 કિલો 1 கிலோ 1 కిలో 1 ಕಿಲೋಗ್ರಾಂ 1 കിലോ 1 ਕਿਲੋ 1 କିଲୋ 1 کلو',
      '1kg',
    ],
    ['other units', '2 kg 2 kilograms 500 ml 30 cm', '2kg 500ml 30cm'],
    ['a trade mark', 'Aparajita™ Vial', 'Aparajita (TM) Vial'],
    ['digits of other scripts', '१२ ১২ ੧੨ ૧૨ ୧୨ ௧௨ ౧౨ ೧೨ ൧൨ ١٢ ۱۲ ᱑᱒ ꯱꯲', '12'],
  ])('%s: %s and %s', async (_, one, other) => {
    expect(await wordsIn(one)).toEqual(await wordsIn(other));
  });

  test.each(['चाय चय', 'जन्म जंम', 'कई की', 'tea teas', '5-7 57', '7g 7kg', '5ग्रीन 5g'])(
    'but not these: %s',
    async (both) => {
      const [one = '', other = ''] = both.split(' ');
      expect(await wordsIn(one)).not.toEqual(await wordsIn(other));
    },
  );

  test('a search has at most eight words, each once', async () => {
    expect(await wordsIn('a b c d e f g h i')).toHaveLength(8);
    expect(await wordsIn('tea tea Tea')).toEqual(['tea']);
    expect(await wordsIn(' :*|!&<->\\ \u0964')).toEqual([]);
  });
});

const INDIC = [...Array.from({ length: 9 }, (_, n) => 0x900 + 0x80 * n), 0x1c50, 0xabc0, 0x600];

/** The characters of a range that a pattern matches. */
function charactersOf(pattern: RegExp, start: number, end: number): string[] {
  const points = Array.from({ length: end - start }, (_, n) => String.fromCodePoint(start + n));
  return points.filter((character) => pattern.test(character));
}

const LETTERS = /[\p{L}\p{M}\p{N}]/u;
const letters = fc.oneof(
  ...[0x20, 0xc0].map((start) => fc.constantFrom(...charactersOf(LETTERS, start, start + 0x90))),
  ...INDIC.map((start) => fc.constantFrom(...charactersOf(LETTERS, start, start + 0x80))),
);
const words = fc.oneof(
  fc.string({ unit: letters, minLength: 1, maxLength: 8 }),
  fc.constantFrom(...'the tea 80 250 g gm grams kg हिन्दी AP 7KQ 98765 43210'.split(' ')),
);
const between = fc.oneof(
  fc.constantFrom(' ', '\u00a0', '-', '–', '/', '.', '\u200d', '\u200b', '\u00ad'),
  fc.constantFrom(...charactersOf(/[\p{P}\p{S}\p{Z}]/u, 0x20, 0x10000)),
  fc.constantFrom('🌸', '☕️', ' & ', ' — '),
);

/** The tatweel only stretches a word. */
const hasLetter = (text: string) => /[\p{L}\p{N}]/u.test(text.replaceAll('\u0640', ''));

/** As staff may save it: with a letter or a digit, and no longer than a search. */
const names = fc
  .array(fc.tuple(words, between), { minLength: 1, maxLength: 7 })
  .map((parts) => parts.flat().join('').trim())
  .filter((name) => hasLetter(name) && name.length <= 120);
const weights = fc.tuple(
  fc.integer({ min: 1, max: 9999 }),
  fc.constantFrom('g', ' g', 'gm', ' kg', ' grams'),
);

/** What finds a product of this name: the name, each word of it, also in Unicode's other forms, and the weight. */
function searchesFor(name: string, amount: number, unit: string): string[] {
  const searches = [
    name,
    name.normalize('NFD'),
    name.normalize('NFKC'),
    ...name.split(/\s+/u),
    ...name.normalize('NFKC').split(/[^\p{L}\p{M}\p{N}\p{Cf}]+/u), // '㎙' is two letters
    `${amount}${unit}`,
    `${amount}`,
    `${amount}${unit.includes('k') ? 'kg' : 'g'}`,
  ];
  return searches.filter((each) => hasLetter(each) && each.length <= 100);
}

describe('a product is found', () => {
  test('by its exact name, by each word of it, in other letters, and by its weight', async () => {
    await fc.assert(
      fc.asyncProperty(names, weights, async (name, [amount, unit]) => {
        const { rows } = await shop.db.owner.query(
          `select search from search_document($1) document, unnest($2::text[]) search
           where (document @@ prefix_query(words_in(search, true))) is not true`,
          [`${name}\n${amount}${unit}`, searchesFor(name, amount, unit)],
        );
        expect(rows).toEqual([]);
      }),
      {
        numRuns: 1000,
        seed: 1,
        examples: [
          ['the™', [1, 'g']],
          ['the🌸ਁ：ਁ🌸', [1, 'g']],
        ],
      },
    );
  });

  test.each(['80-90', '90', '5-7', '80-90°C', '80–90 °c', 'non-gmo', 'nongmo', 'looseleaf'])(
    'by what its texts say: %s',
    async (search) => {
      const page = await createCatalogue(shop.database).listPage(ProductQuery.parse({ search }));
      expect(page.count).toBeGreaterThanOrEqual(2);
      expect(page.corrected).toBeNull();
    },
  );
});
