import { newsletterPath } from '#contract/newsletter.ts';

/** The link that unsubscribes an address. */
export function unsubscribeLink(token: string, publicUrl: string): string {
  return `${publicUrl}${newsletterPath('unsubscribe')}?key=${token}`;
}

/** With these, mail programs show a button that unsubscribes (RFC 8058). */
export function unsubscribeHeaders(link: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
