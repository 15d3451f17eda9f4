import { type APIRequestContext, expect } from '@playwright/test';

type DemoEmail = { to: string; subject: string; text: string; links: string[] };

/** The emails to this address that demo mode has stored, the newest first. */
export async function emailsTo(request: APIRequestContext, email: string): Promise<DemoEmail[]> {
  const response = await request.get('/dev/mailbox.json');
  const emails: DemoEmail[] = await response.json();
  return emails.filter(({ to }) => to === email);
}

/** The first link of the newest email with this subject. Waits for it: emails are sent after the request is answered. */
export async function emailedLink(
  request: APIRequestContext,
  email: string,
  subject: string,
): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const message = (await emailsTo(request, email)).find((each) => each.subject === subject);
        link = message?.links[0];
        return link;
      },
      { timeout: 20_000, message: `'${subject}' arrives` },
    )
    .toBeDefined();
  return link ?? '';
}
