import { Hono } from 'hono';
import { ContactMessage, contactEndpoints } from '#contract/contact.ts';
import { CONTACT_PATH, MESSAGE_SENT_PATH } from '#contract/page-paths.ts';
import type { Guests } from '#server/guests.ts';
import { formHandler } from '#server/http/form-handler.ts';
import { type Authenticate, serve } from '#server/http/serve-endpoints.ts';

export function contactRoutes({ contact, visitOf }: Guests, authenticate: Authenticate) {
  return serve(contactEndpoints, authenticate, {
    'POST /contact-messages': ({ body }, c) => contact.sendMessage(body, visitOf(c)),
  });
}

/** The contact page's form for browsers without JavaScript. */
export function contactForm({ contact, visitOf }: Guests, publicUrl: string) {
  const app = new Hono();
  app.post(
    CONTACT_PATH,
    formHandler(
      publicUrl,
      ContactMessage,
      (message, c) => contact.sendMessage(message, visitOf(c)),
      MESSAGE_SENT_PATH,
    ),
  );
  return app;
}
