import { passwordLengthProblem } from './password.ts';

/** What is known of the shopper who chooses a password. */
export type PasswordOwner = {
  email?: string | undefined;
  name?: string | undefined;
  phone?: string | undefined;
};

/** Why a new password is refused, in words for the shopper. */
export type PasswordProblem = { reason: 'length' | 'common' | 'own words'; message: string };

/** The shop's own names. */
const SHOP_NAMES = ['aparajita', 'butterflypea', 'bluetea'];

/** A password must have so many letters or digits that are not the shopper's or the shop's own words. */
const MIN_OTHER_CHARACTERS = 4;

/** Shorter words, such as initials, are parts of other words. */
const SHORTEST_WORD = 3;

/** An Indian telephone number without the country code. */
const NATIONAL_DIGITS = 10;

/**
 * What is wrong with a new password; undefined if nothing is. The rule of NIST SP 800-63B-4 (3.1.1.2): a length, a list
 * of common passwords, on which one character repeated counts as well, and one of them with signs between ('India@123');
 * and the words of the shopper and the shop. There are no rules of composition and no scores, which ordinary passwords
 * fail. The browser judges with it
 * while the shopper types, the auth server when the password is set.
 *
 * @param isCommon whether a password, as `asListed` writes it, is on the list: the browser has a part of the server's.
 */
export function newPasswordProblem(
  password: string,
  owner: PasswordOwner,
  isCommon: (listed: string) => boolean,
): PasswordProblem | undefined {
  const lengthProblem = passwordLengthProblem(password);
  if (lengthProblem) return { reason: 'length', message: lengthProblem };
  const listed = asListed(password);
  if (new Set(listed).size === 1 || isCommon(listed) || isCommon(lettersAndDigits(password))) {
    return { reason: 'common', message: 'Too many people use this password. Choose another one.' };
  }
  const own = ownWords(password, owner);
  if (own.length === 0) return undefined;
  const message = `This is little more than ${own.join(' and ')}. Add another word.`;
  return { reason: 'own words', message };
}

/** How the list spells a password: case and the width of letters make none less common. */
function asListed(password: string): string {
  return password.normalize('NFKC').toLowerCase();
}

/**
 * Whose words a password consists of, as far as that leaves it fewer than four other letters or digits: 'Asha-Rao-99'
 * of 'your name', for Asha Rao. 'Asha@1234' has four.
 */
function ownWords(password: string, { email = '', name = '', phone = '' }: PasswordOwner) {
  const [localPart = ''] = email.split('@');
  const digits = lettersAndDigits(phone);
  const words: [whose: string, word: string][] = [
    ...[email, localPart].map((word): [string, string] => ['your email', word]),
    ...[name, ...name.split(/\s+/)].map((word): [string, string] => ['your name', word]),
    ['your telephone number', digits],
    ['your telephone number', digits.slice(-NATIONAL_DIGITS)],
    ...SHOP_NAMES.map((word): [string, string] => ['the name of this shop', word]),
  ];
  const longestFirst = words
    .map(([whose, word]) => [whose, lettersAndDigits(word)] as const)
    .filter(([, word]) => [...word].length >= SHORTEST_WORD)
    .toSorted(([, a], [, b]) => b.length - a.length);
  let rest = lettersAndDigits(password);
  const found = new Set<string>();
  for (const [whose, word] of longestFirst) {
    if (!rest.includes(word)) continue;
    found.add(whose);
    rest = rest.replaceAll(word, '');
  }
  return [...rest].length < MIN_OTHER_CHARACTERS ? [...found] : [];
}

/** Without spaces and the signs of a keyboard; emoji count like letters. */
function lettersAndDigits(text: string): string {
  return asListed(text).replace(/[\s!-/:-@[-`{-~]/g, '');
}
