/** The link that unsubscribes an address. */
export function leaveLink(leavingKey: string, publicUrl: string): string {
  return `${publicUrl}/newsletter/unsubscribe?key=${leavingKey}`;
}

/** With these, mail programs show a button that unsubscribes (RFC 8058). */
export function leaveHeaders(link: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
