import { createHmac } from 'node:crypto';
import type { Auth } from '@aparajita/auth-server';
import { Semaphore } from '@aparajita/postgres/semaphore';
import { withClient } from '@aparajita/postgres/with-client';
import type pg from 'pg';
import { invitationTokens } from '#server/admin/staff/invitation.ts';
import { manageStaff } from '#server/admin/staff/manage-staff.ts';

/** The account that runs the demo's shop. The domain is reserved: no email can reach anybody (RFC 6761). */
export const DEMO_OWNER = 'owner@demo.example';

type DemoOwnerOptions = {
  /** The auth server's routes. */
  routes: Auth['routes'];
  secret: string;
  /** Connection parameters of the database's owner. */
  connection: pg.ClientConfig;
};

/**
 * A function that signs the demo's owner in, and makes the account with its role the first time. It returns the session
 * as the auth protocol has it. For demo mode only.
 */
export function demoOwnerSignIn(options: DemoOwnerOptions): () => Promise<unknown> {
  const mutex = new Semaphore(1); // two presses at once make one account
  return () => mutex.run(() => signIn(options));
}

async function signIn({ routes, secret, connection }: DemoOwnerOptions): Promise<unknown> {
  const password = createHmac('sha256', secret).update('demo-owner').digest('base64url');
  const request = (path: string, body: object) =>
    routes.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: DEMO_OWNER, password, ...body }),
    });

  await withClient(connection, async (client) => {
    const { rowCount } = await client.query('select from auth.users where email = $1', [
      DEMO_OWNER,
    ]);
    if (rowCount === 0) {
      await requireOk(await request('/signup', { data: { full_name: 'Meera Iyer' } }));
      await client.query(
        'update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()) where email = $1',
        [DEMO_OWNER],
      );
    }
    await manageStaff(client, invitationTokens(secret), {
      acceptUnverifiedEmail: true,
    }).makeOwnerOrInvite(DEMO_OWNER);
  });
  const answer = await request('/token?grant_type=password', {});
  await requireOk(answer);
  return answer.json();
}

async function requireOk(answer: Response): Promise<void> {
  if (!answer.ok) throw new Error(`The demo's owner: ${answer.status} ${await answer.text()}`);
}
