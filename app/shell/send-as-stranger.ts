import type { ContactMessage } from '#contract/contact.ts';
import type { NewsletterForm } from '#contract/newsletter.ts';
import { createCaller } from './api-caller.ts';

/** What anybody may send to the shop. */
type Letters = {
  'POST /contact-messages': ContactMessage;
  'POST /newsletter-subscriptions': NewsletterForm;
};

/**
 * Sends what needs no session, as `call` does, and without the auth client: a signed-out visitor does not download
 * it for a letter to the shop.
 */
export async function sendAsStranger<Name extends keyof Letters>(
  name: Name,
  body: Letters[Name],
): Promise<void> {
  await ask(name, { body });
}

const nobody = async () => null;

const ask = createCaller({
  fetch: (path, init) => fetch(path, init),
  token: nobody,
  renew: nobody,
  end: async () => {},
});
