import * as z from 'zod';
import { openAccounts, signIn } from './accounts.ts';
import { atMost, fixed, type Line, median, type Part, range } from './report.ts';
import { type BenchShop, openBenchShop } from './shop.ts';
import { wrk } from './wrk.ts';

const ROUNDS = 4;
const SIGN_INS = 12;
const SESSIONS = 8;
/** One session may refresh 60 times in five minutes; all rounds together stay below. */
const REFRESHES = 12;
/** Duration and connections of the token lookups, like the traffic of a busy shop. */
const SECONDS = 2;
const CONNECTIONS = 8;

/** The cost of accounts: signing in, refreshing a session, and authenticating a request. */
export async function sessions(): Promise<Part> {
  const shop = await openBenchShop('sessions');
  try {
    await openAccounts(shop.url, SESSIONS);
    const signingIn: Round[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const work = () => repeat(SIGN_INS, () => signIn(shop.url, 0));
      const spent = await measure(shop, SIGN_INS, work);
      if (round > 0) signingIn.push(spent);
    }
    const open: Session[] = [];
    for (let n = 0; n < SESSIONS; n++) open.push(await signIn(shop.url, n));
    const refreshing: Round[] = [];
    const tokens: string[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const work = () =>
        Promise.all(open.map((session) => refreshRepeatedly(shop, session, tokens)));
      const spent = await measure(shop, SESSIONS * REFRESHES, work);
      if (round > 0) refreshing.push(spent);
    }
    const [token = ''] = tokens;
    const first = await measure(shop, tokens.length, () => fetchUsers(shop, tokens));
    const checks: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const asked = await cpuPerRequest(shop, '/auth/v1/user', {
        authorization: `Bearer ${token}`,
      });
      const nothing = await cpuPerRequest(shop, '/healthz');
      if (round > 0) checks.push(asked - nothing);
    }
    return {
      title: 'Accounts',
      lines: [
        line('sign-in with a password, CPU', signingIn, 'argon2id, 19 MiB and two passes'),
        {
          ...line(
            'refresh, CPU',
            refreshing,
            `${fixed(median(refreshing.map(({ rate }) => rate)), 0)} a second from ${SESSIONS} sessions`,
          ),
          target: atMost(median(refreshing.map(({ cpu }) => cpu)), 1.5, ' ms'),
        },
        {
          what: 'a known token looked up, CPU beyond an answer that does nothing',
          value: `${fixed(median(checks), 3)} ms (${range(checks, 3)})`,
          beside: 'user and session read, one round trip',
          target: atMost(median(checks), 0.3, ' ms'),
        },
        {
          what: 'a request with a token not seen before, CPU',
          value: fixed(first.cpu, 3, ' ms'),
          beside: `${tokens.length} tokens, once each; its signature is checked`,
        },
      ],
      notes: [
        `Medians of ${ROUNDS} rounds after one that warms up; application + PostgreSQL, from /proc. Sign-ins and new tokens one after the other, known tokens on ${CONNECTIONS} connections for ${SECONDS} s a round.`,
      ],
    };
  } finally {
    await shop.close();
  }
}

type Session = z.infer<typeof Session>;
const Session = z.object({ access_token: z.string(), refresh_token: z.string() });

/** CPU milliseconds for each, and how many per second. */
type Round = { cpu: number; rate: number };

function line(what: string, rounds: Round[], beside: string): Line {
  const cpu = rounds.map((round) => round.cpu);
  return { what, value: `${fixed(median(cpu), 2)} ms (${range(cpu, 2)})`, beside };
}

async function measure(
  shop: BenchShop,
  count: number,
  work: () => Promise<unknown>,
): Promise<Round> {
  const before = shop.cpu();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  const after = shop.cpu();
  const spent = after.app - before.app + after.postgres - before.postgres;
  return { cpu: spent / count, rate: count / seconds };
}

/** Refreshes a session repeatedly, each time with the latest refresh token; collects the access tokens. */
async function refreshRepeatedly(
  { url }: BenchShop,
  session: Session,
  tokens: string[],
): Promise<void> {
  await repeat(REFRESHES, async () => {
    const answer = await fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: session.refresh_token }),
    });
    if (!answer.ok) throw new Error(`A refresh was answered ${answer.status}`);
    Object.assign(session, Session.parse(await answer.json()));
    tokens.push(session.access_token);
  });
}

async function fetchUsers({ url }: BenchShop, tokens: string[]): Promise<void> {
  for (const token of tokens) {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/auth/v1/user`, { headers });
    if (!answer.ok) throw new Error(`A token was answered ${answer.status}`);
    await answer.arrayBuffer();
  }
}

/** CPU milliseconds per request, under load. */
async function cpuPerRequest(shop: BenchShop, path: string, headers = {}): Promise<number> {
  const before = shop.cpu();
  const url = shop.url + path;
  const count = await wrk({ url, seconds: SECONDS, connections: CONNECTIONS, headers });
  const after = shop.cpu();
  return (after.app - before.app + after.postgres - before.postgres) / count;
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < times; n++) await work();
}
