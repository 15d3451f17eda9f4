import { useState } from 'react';
import { randomId } from '#app/shell/api/random-id.ts';
import { originOf } from '#app/shell/document/origin.ts';
import { renderContext } from '#app/shell/document/render-context.ts';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { useDemo } from '#app/shell/shop/use-demo.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import type { Route } from './+types/reference-page';
import { Code } from './code.tsx';
import { Operation } from './operation.tsx';

export function loader({ context }: Route.LoaderArgs) {
  return { groups: context.get(renderContext).reference };
}

export function meta() {
  return privateMeta('API reference');
}

/** API reference: every endpoint with its schemas, an example and its errors; in demo mode each can be tried. */
export default function ReferencePage({ loaderData: { groups }, matches }: Route.ComponentProps) {
  const origin = originOf(matches);
  const demo = useDemo();
  const token = useDemoToken();
  return (
    <div className="page-width grid gap-10 py-12 sm:py-16 lg:grid-cols-[13rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-14">
      <div className="min-w-0 lg:col-start-2">
        <h1 className="text-4xl">API reference</h1>
        <p className="mt-4 max-w-2xl text-lg">
          Everything is JSON. Amounts are rupees with at most two decimals, times are ISO 8601 in
          UTC, and unknown fields are rejected. For programs there is the same as{' '}
          <a href="/api/openapi.json" className="text-primary underline underline-offset-4">
            OpenAPI
          </a>
          .
        </p>
      </div>
      <nav
        aria-label="Endpoints"
        className="lg:sticky lg:top-24 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:self-start"
      >
        <ul className="flex flex-wrap gap-x-4 lg:grid">
          {groups.map(({ name }) => (
            <li key={name}>
              <a
                href={`#${anchorOf(name)}`}
                className="inline-flex min-h-11 items-center text-sm font-semibold text-primary hover:underline"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 lg:col-start-2">
        <Card>
          <h2 className="text-2xl">Signing in</h2>
          <p className="mt-2">
            Accounts use the Supabase auth protocol under <code translate="no">/auth/v1</code>. Sign
            up on the site, or with <code translate="no">POST /auth/v1/signup</code> and the body
            below; get a token, and send it as <code translate="no">Authorization: Bearer …</code>{' '}
            to endpoints for signed-in shoppers.
          </p>
          <Code label="Getting a token">{`curl ${origin}/auth/v1/token?grant_type=password \\
  -H 'Content-Type: application/json' \\
  -d '{"email":"asha@example.com","password":"…"}'`}</Code>
          {demo && <DemoToken token={token} />}
        </Card>
        <Card className="mt-6">
          <h2 className="text-2xl">Errors</h2>
          <p className="mt-2">
            The status says what kind of error it is, <code translate="no">code</code> names it for
            programs, and <code translate="no">message</code> is for shoppers. Any endpoint can
            return 429 <code translate="no">too_many_requests</code> and 503{' '}
            <code translate="no">unavailable</code>, with Retry-After.
          </p>
          <Code label="An error">{`{
  "error": {
    "code": "invalid_input",
    "message": "Please check the highlighted fields.",
    "fields": { "city": "City is required" }
  }
}`}</Code>
        </Card>
        {groups.map(({ name, operations }) => (
          <section key={name} id={anchorOf(name)} aria-label={name} className="mt-14">
            <h2 className="text-3xl">{name}</h2>
            {operations.map((operation) => (
              <Operation
                key={operation.key}
                operation={operation}
                origin={origin}
                token={demo ? token.value : null}
              />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

function anchorOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

type Token = { value: string | null; busy: boolean; failed: boolean; make: () => Promise<void> };

/** The access token of a shopper created for this page; only a demo offers one. */
function useDemoToken(): Token {
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
function DemoToken({ token }: { token: Token }) {
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
