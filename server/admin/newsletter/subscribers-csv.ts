type Subscriber = { email: string; confirmed_at: string; leaving_key: string };

/** One line for each address, with its unsubscribe link: whoever sends letters with another program needs it. */
export function subscribersCsv(subscribers: Subscriber[], leaveLink: (key: string) => string) {
  return [
    ['email', 'confirmed_at', 'unsubscribe'],
    ...subscribers.map(({ email, confirmed_at, leaving_key }) => [
      email,
      confirmed_at,
      leaveLink(leaving_key),
    ]),
  ]
    .map((row) => `${row.map(csvCell).join(',')}\r\n`)
    .join('');
}

/**
 * A cell in quotes. Spreadsheets run what begins with = + - @, a tab or a line break as a formula, so an apostrophe
 * before it makes it text (OWASP, CSV injection).
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
