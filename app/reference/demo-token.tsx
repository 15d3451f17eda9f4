import { useState } from 'react';
import { randomId } from '#app/shell/api/random-id.ts';
import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';

type Token = { value: string | null; busy: boolean; failed: boolean; make: () => Promise<void> };

/** The access token of a shopper created for this page; only a demo offers one. */
export function useDemoToken(): Token {
  const [value, setValue] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  async function make() {
    setBusy(true);
    const account = { email: `${randomId()}@example.com`, password: `try-${randomId()}` };
    const token = await signUp(account).catch(() => null);
    setValue(token);
    setFailed(token === null);
    setBusy(false);
  }

  return { value, busy, failed, make };
}

async function signUp(account: { email: string; password: string }): Promise<string | null> {
  const post = (path: string) =>
    fetch(`/auth/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...account, data: { full_name: 'Demo Shopper' } }),
    });
  await post('/signup');
  const session: unknown = await (await post('/token?grant_type=password')).json();
  const hasToken = typeof session === 'object' && session && 'access_token' in session;
  return hasToken && typeof session.access_token === 'string' ? session.access_token : null;
}

/** Creates a shopper to try the API with. */
export function DemoToken({ token }: { token: Token }) {
  return (
    <div className="mt-5">
      <Button tone="secondary" onClick={token.make} busy={token.busy && 'Signing up...'}>
        {token.value === null ? 'Use a demo shopper' : 'Use another demo shopper'}
      </Button>
      <p role="status" className="mt-2 text-sm text-muted">
        {token.value !== null && 'Signed in as a demo shopper: every endpoint below can be tried.'}
      </p>
      {token.failed && (
        <InlineAlert>No demo shopper could be signed up. Please try again.</InlineAlert>
      )}
    </div>
  );
}
