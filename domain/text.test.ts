import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressLine,
  asciiDigits,
  codeText,
  compactCode,
  emailText,
  manyLines,
  oneLine,
  phoneText,
} from './text.ts';

const ALL = [
  oneLine,
  manyLines,
  addressLine,
  codeText,
  compactCode,
  phoneText,
  emailText,
  asciiDigits,
];

/** Any text that can be stored, with more of what these functions look for than chance brings. */
const text = fc
  .string({
    unit: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1 }),
      fc.constantFrom(
        ...[' ', '\n', '\r', '\t', '\u00a0', '\u2003', '\u2800', '\u2028', '\u0085', '\ufeff'],
        ...['\u200b', '\u200c', '\u200d', '\u200e', '\u202e', '\u2060', '\u2067', '\u00ad'],
        '\ufe0f',
        ...['\u0301', '\u093c', '\u094d', 'क', 'ന', 'e', 'A', '❤', '👩', '🏽'],
        ...['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '\u20e3', '\ufe0e'],
        ...['7', '७', '௭', '７', '-', '\u2011', '–', '\u2212', '.', '@', '＠', ',', '＋', '('],
      ),
    ),
  })
  .map((any) => any.toWellFormed().replaceAll('\0', ''));

test.each([
  [' Flat 3\r\n\nSecond  floor\n', 'Flat 3 Second floor'],
  ['a\u2028b\u0085c\vd', 'a b c d'],
  ['Asha\t\bRao \u001b\u001c', 'Asha Rao'],
  ['Pune\u202e', 'Pune'],
  ['Karnataka\u200f', 'Karnataka'],
  ['\u061c12/4\u200e', '12/4'],
  ['\u202a+91 98765 43210\u202c', '+91 98765 43210'],
  ['شارع\u2067الزهور\u2069', 'شارعالزهور'],
  ['\u202e', ''],
  ['\u200b\u200d\u2060\u00ad\ufe0f\u{e0041}\u{e0100}', ''],
  ['\u115f\u1160\u3164\uffa0', ''],
  ['a\u200d\u200db \u200c', 'a\u200db'],
  ['a\ufe0f1\ufe0f \ufe0f❤\ufe0f\ufe0f', 'a1 ❤\ufe0f'],
  ['hidden words in tags: 🏴\u{e0070}\u{e0061}\u{e0079}\u{e007f}', 'hidden words in tags: 🏴'],
])('%j becomes %j', (text, line) => {
  expect(oneLine(text)).toBe(line);
});

test('a letter carries as many marks as scripts need, and no tower of them', () => {
  expect(oneLine(`Q${'\u0301'.repeat(99)} Rao`)).toBe(`Q${'\u0301'.repeat(6)} Rao`);
  expect(oneLine(`q${'\u0301\u200d'.repeat(99)}`)).toBe(`q${'\u0301\u200d'.repeat(6)}`);
});

test.each(ALL)(
  '$name changes nothing the second time, and makes no text longer but by composing it',
  (clean) => {
    fc.assert(
      fc.property(text, (typed) => {
        const once = clean(typed);
        expect(clean(once)).toBe(once);
        const composed = typed.normalize('NFC').length;
        expect(once.length).toBeLessThanOrEqual(Math.max(typed.length, composed));
      }),
      { numRuns: 500 },
    );
  },
);

test.each(ALL)(
  '$name takes no longer for a letter of a text that is as long as a request',
  (clean) => {
    const began = process.cpuUsage();
    for (const run of [
      ...['., ', '- ', ' \u2800', '\n\t', '\u0316\u0301', '\u0301\u200d', '\u200b', '९', 'ﷺ'],
    ])
      clean(`a${run.repeat(100_000 / run.length)}a`);
    const { user } = process.cpuUsage(began);
    expect(user / 1e6, 'seconds').toBeLessThan(1);
  },
);

test('one line has one line, its spaces are plain and single, and none is at an end', () => {
  fc.assert(
    fc.property(text, (typed) => {
      expect(oneLine(typed)).not.toMatch(/[^\S ]|\p{Cc}| {2}|^ | $/u);
    }),
  );
});

test.each([
  ['Hindi', 'श्रीमती अपराजिता क्षत्रिय'],
  ['Hindi, without joining', 'राष्ट्र क्\u200dष'],
  ['Marathi', 'ज्ञानेश्वर ऱ्हाटे र्\u200dय'],
  ['Bengali', 'মৌসুমী চট্টোপাধ্যায় র\u200d্যাব'],
  ['Punjabi', 'ਗੁਰਪ੍ਰੀਤ ਕੌਰ'],
  ['Gujarati', 'જિજ્ઞાસા શાહ'],
  ['Odia', 'ସୌମ୍ୟରଞ୍ଜନ ଦାସ'],
  ['Tamil', 'ஶ்ரீநிவாசன் கோபாலகிருஷ்ணன்'],
  ['Telugu', 'వెంకటేశ్వర్లు పద్మ\u200cశ్రీ'],
  ['Kannada', 'ಕೃಷ್ಣಮೂರ್ತಿ ರ್\u200cಯ'],
  ['Malayalam', 'ശ്രീജിത്ത് രാജൻ ന്\u200d'],
  ['Urdu', 'محمد علی جناح'],
  ['Meitei', 'ꯃꯩꯇꯩ ꯂꯣꯟ'],
  ['Santali', 'ᱥᱟᱱᱛᱟᱲᱤ'],
  ['Persian', 'نمی\u200cخواهم'],
  ['a farmer and a heart', '👩🏽\u200d🌾 ❤\ufe0f'],
  ['a family, a flag and faces', '👨‍👩‍👧‍👦 🇮🇳 🏳️‍🌈 ☺️ ☺︎ 👩🏽‍❤️‍💋‍👨🏻'],
  ['keycaps', '1️⃣ #️⃣'],
  ['the flags of England, Scotland and Wales', '🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
  ['Vedic accents', 'अ॒ग्निमी॑ळे'],
])('what joins letters and pictures stays as it was written: %s', (_, name) => {
  const composed = name.normalize('NFC');
  expect(oneLine(name)).toBe(composed);
  expect(manyLines(`${name}\n${name}`)).toBe(`${composed}\n${composed}`);
});

test('the same letters are the same text, whichever keyboard typed them', () => {
  expect(oneLine('Rene\u0301')).toBe('Ren\u00e9');
  expect(oneLine('e\u00ad\u0301')).toBe('\u00e9');
  expect(oneLine('\u0915\u093c')).toBe(oneLine('\u0958'));
});

test('a message has the line ends of one system, and nothing that cannot be seen', () => {
  expect(manyLines('\ufeffHello\r\n\r\nA\rB\u2028C\u202e\u200b\u0007\tD\u001b[0m \r\n')).toBe(
    'Hello\n\nA\nB\nC\tD[0m',
  );
  expect(manyLines('Steep at 90\u00a0°C — slowly')).toBe('Steep at 90\u00a0°C — slowly');
  expect(manyLines('\u202e \u200b\u2800\r\n')).toBe('');
});

const SYSTEMS = Intl.supportedValuesOf('numberingSystem')
  .map((system) => [
    system,
    new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9876543210),
  ])
  .filter(([, digits = '']) => /^\p{Nd}{10}$/u.test(digits));

test('the digits of every script become ours', () => {
  expect(SYSTEMS.length).toBeGreaterThan(60);
  for (const [system, digits = ''] of SYSTEMS)
    expect(asciiDigits(digits), system).toBe('9876543210');
});

test('a telephone number is the same in every script, with any dashes, spaces and marks', () => {
  const digits = fc.constantFrom(...SYSTEMS.map(([, written = '']) => [...written].reverse()));
  const mark = fc.constantFrom('', '', '\u200e', '\u200b', '\u200d', '\u2060', '\u202c', '\ufeff');
  const space = fc.constantFrom(' ', '\u00a0', '\u2009', '\u202f', '\u3000', '\t', '  ');
  const dashes = ['-', '\u2010', '\u2011', '\u2012', '–', '—', '\u2212', '－', '.', '．'];
  const dash = fc.constantFrom(...dashes);
  const plus = fc.constantFrom('+', '＋');
  fc.assert(
    fc.property(digits, plus, space, dash, mark, fc.constantFrom('', '.', '\n'), (...parts) => {
      const [script, sign, gap, hyphen, unseen, end] = parts;
      const written = (plain: string) =>
        plain.replace(/\d/g, (digit) => script[Number(digit)] ?? '');
      const typed = `${unseen}${sign}${written('91')}${gap}${written('98765')}${unseen}${hyphen}${written('43210')}${end}${unseen}`;
      expect(phoneText(typed)).toBe('+91 98765-43210');
    }),
  );
});

test.each([
  [codeText, ' ४०० ०५० ', '400 050'],
  [codeText, '４０００５０', '400050'],
  [codeText, '\u202a400\u200b050\u202c', '400050'],
  [codeText, 'BD\u2011१२३４', 'BD-1234'],
  [codeText, 'ＤＬＶ－９９', 'DLV-99'],
  [codeText, 'a\u200db', 'ab'],
  [codeText, '𝟏𝟐𝟑', '123'],
  [phoneText, '022 2345 6789 ext. 5', '022 2345 6789 ext. 5'],
  [phoneText, '022.2345.6789 Extn.5', '022-2345-6789 Extn.5'],
  [phoneText, '(022).2345 – 6789 ext.', '(022)-2345 - 6789 ext.'],
  [phoneText, '-, 98765 43210 ,-', '98765 43210'],
  [emailText, ' asha＠example．com', 'asha@example.com'],
  [emailText, 'asha@example.com.', 'asha@example.com'],
  [emailText, '\u202aasha@example.com\u202c\u200b ,\n', 'asha@example.com'],
  [emailText, 'asha\u200d.rao@example.com', 'asha.rao@example.com'],
  [emailText, 'asha\u2011rao@example.com', 'asha-rao@example.com'],
  [addressLine, 'मकान नं. १२–अ,\nगली ३', 'मकान नं. 12–अ, गली 3'],
])('%o of %j is %j', (clean, typed, text) => {
  expect(clean(typed)).toBe(text);
});
