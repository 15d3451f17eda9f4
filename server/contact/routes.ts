import { Hono } from 'hono';
import { ContactMessage, contactEndpoints } from '#contract/contact.ts';
import { CONTACT_PATH, MESSAGE_SENT_PATH } from '#contract/page-paths.ts';
import { formHandler } from '#server/http/form-handler.ts';
import type { GuestLimits } from '#server/http/guest-limits.ts';
import { limitSmallBody } from '#server/http/request-limits.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { ContactService } from './contact-service.ts';

type Services = { contact: ContactService; clientOf: GuestLimits['clientOf'] };

export function contactRoutes({ contact, clientOf }: Services, authenticate: Authenticate) {
  return serveEndpoints(contactEndpoints, authenticate, {
    'POST /contact-messages': ({ body }, c) => contact.sendMessage(body, clientOf(c)),
  });
}

/** The contact page's form for browsers without JavaScript. */
export function contactForm({ contact, clientOf }: Services, publicUrl: string) {
  const app = new Hono();
  app.post(
    CONTACT_PATH,
    limitSmallBody,
    formHandler(
      publicUrl,
      ContactMessage,
      (message, c) => contact.sendMessage(message, clientOf(c)),
      MESSAGE_SENT_PATH,
    ),
  );
  return app;
}
