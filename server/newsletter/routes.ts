import { Hono } from 'hono';
import * as z from 'zod';
import { NewsletterForm, newsletterEndpoints, newsletterPath } from '#contract/newsletter.ts';
import { formHandler } from '#server/http/form-handler.ts';
import type { GuestLimits } from '#server/http/guest-limits.ts';
import { readForm } from '#server/http/parse-request.ts';
import { limitSmallBody } from '#server/http/request-limits.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { Newsletter } from './newsletter.ts';

type Services = { newsletter: Newsletter; clientOf: GuestLimits['clientOf'] };

export function newsletterRoutes({ newsletter, clientOf }: Services, authenticate: Authenticate) {
  return serveEndpoints(newsletterEndpoints, authenticate, {
    'POST /newsletter-subscriptions': ({ body }, c) => newsletter.subscribe(body, clientOf(c)),
  });
}

const Key = z.uuid();

/**
 * The newsletter's HTML forms: the sign-up box without JavaScript, and the buttons of the two pages that emails link
 * to. Opening a link changes nothing, because email scanners follow links.
 */
export function newsletterForms({ newsletter, clientOf }: Services, publicUrl: string) {
  const app = new Hono();
  app.post(
    '/newsletter',
    limitSmallBody,
    formHandler(
      publicUrl,
      NewsletterForm,
      (form, c) => newsletter.subscribe(form, clientOf(c)),
      newsletterPath('requested'),
    ),
  );

  app.post(newsletterPath('confirm'), limitSmallBody, async (c) => {
    const { confirmed, code } = await newsletter.confirm(c.req.query('token') ?? '');
    if (!confirmed) return c.redirect(newsletterPath('expired'), 303);
    // The page is the same for everybody: the browser reads the code.
    return c.redirect(newsletterPath('confirmed') + (code === null ? '' : `#${code}`), 303);
  });

  app.post(newsletterPath('unsubscribe'), limitSmallBody, async (c) => {
    const key = Key.safeParse(c.req.query('key'));
    const ended = key.success && (await newsletter.unsubscribe(key.data));
    // A mail client that unsubscribes for its user must not get a redirect (RFC 8058, 3.1).
    const { 'List-Unsubscribe': oneClick } = await readForm(c);
    if (oneClick === 'One-Click') return c.text('Unsubscribed');
    // The link was cut by a mail program or belongs to an earlier subscription: do not claim that anything was
    // unsubscribed.
    if (!key.success) return c.redirect(newsletterPath('incomplete'), 303);
    return c.redirect(newsletterPath(ended ? 'left' : 'earlier'), 303);
  });
  return app;
}
