import { proveWork } from '#app/shell/session/browser-check.ts';
import type { ContactMessage } from '#contract/contact.ts';
import { AppError } from '#contract/errors.ts';
import type { NewsletterForm } from '#contract/newsletter.ts';
import { createCaller } from './api-caller.ts';

/** What anybody may send to the shop. */
type Letters = {
  'POST /contact-messages': ContactMessage;
  'POST /newsletter-subscriptions': NewsletterForm;
};

/**
 * Sends what needs no session, as `call` does, and without the auth client: a signed-out visitor does not download
 * it for a letter to the shop. Where the server asks for work first, that is done, and it is sent again.
 */
export async function sendAsStranger<Name extends keyof Letters>(
  name: Name,
  body: Letters[Name],
): Promise<void> {
  try {
    await ask(name, { body });
  } catch (error) {
    if (!(error instanceof AppError && error.challenge)) throw error;
    const proof = await proveWork(error.challenge).catch(() => Promise.reject(error));
    await ask(name, { body, proof });
  }
}

const nobody = async () => null;

const ask = createCaller({
  fetch: (path, init) => fetch(path, init),
  token: nobody,
  renew: nobody,
  end: async () => {},
});
