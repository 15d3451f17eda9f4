import { type APIRequestContext, expect } from '@playwright/test';

type KeptEmail = { to: string; subject: string; text: string; links: string[] };

/** The emails to this address that demo mode has kept, the newest first. */
export async function mailsTo(request: APIRequestContext, email: string): Promise<KeptEmail[]> {
  const response = await request.get('/dev/mailbox.json');
  const mails: KeptEmail[] = await response.json();
  return mails.filter(({ to }) => to === email);
}

/** The first link of the newest email with this subject. Waits for it: emails are sent after the request is answered. */
export async function mailedLink(
  request: APIRequestContext,
  email: string,
  subject: string,
): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const mail = (await mailsTo(request, email)).find((each) => each.subject === subject);
        link = mail?.links[0];
        return link;
      },
      { timeout: 20_000, message: `'${subject}' arrives` },
    )
    .toBeDefined();
  return link ?? '';
}
