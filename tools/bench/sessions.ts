import * as z from 'zod';
import { openAccounts, postJson, signIn } from './accounts.ts';
import { afterWarmUp, atMost, fixed, type Line, median, type Part, spread } from './report.ts';
import { type BenchShop, withBenchShop } from './shop.ts';
import { CONNECTIONS, cpuPerRequest, SECONDS } from './wrk.ts';

const ROUNDS = 4;
const SIGN_INS = 12;
const SESSIONS = 8;
/** One session may refresh 60 times in five minutes; all rounds together stay below. */
const REFRESHES = 12;

/** The cost of accounts: signing in, refreshing a session, and authenticating a request. */
export async function sessions(): Promise<Part> {
  return withBenchShop('sessions', async (shop) => {
    await openAccounts(shop.url, SESSIONS);
    const signingIn = await afterWarmUp(ROUNDS, () =>
      measure(shop, SIGN_INS, () => repeat(SIGN_INS, () => signIn(shop.url, 0))),
    );
    const open: Session[] = [];
    for (let n = 0; n < SESSIONS; n++) open.push(await signIn(shop.url, n));
    const tokens: string[] = [];
    const refreshing = await afterWarmUp(ROUNDS, () =>
      measure(shop, SESSIONS * REFRESHES, () =>
        Promise.all(open.map((session) => refreshRepeatedly(shop, session, tokens))),
      ),
    );
    const [token = ''] = tokens;
    const first = await measure(shop, tokens.length, () => fetchUsers(shop, tokens));
    const checks = await afterWarmUp(ROUNDS, async () => {
      const headers = { authorization: `Bearer ${token}` };
      const asked = await cpuPerRequest(shop, '/auth/v1/user', headers);
      const nothing = await cpuPerRequest(shop, '/healthz');
      return asked.total - nothing.total;
    });
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
          value: spread(checks, 3, ' ms'),
          comparison: 'user and session read, one round trip',
          target: atMost(median(checks), 0.3, ' ms'),
        },
        {
          what: 'a request with a token not seen before, CPU',
          value: fixed(first.cpu, 3, ' ms'),
          comparison: `${tokens.length} tokens, once each; its signature is checked`,
        },
      ],
      notes: [
        `Medians of ${ROUNDS} rounds after one that warms up; application + PostgreSQL, from /proc. Sign-ins and new tokens one after the other, known tokens on ${CONNECTIONS} connections for ${SECONDS} s a round.`,
      ],
    };
  });
}

type Session = z.infer<typeof Session>;
const Session = z.object({ access_token: z.string(), refresh_token: z.string() });

/** CPU milliseconds for each, and how many per second. */
type Round = { cpu: number; rate: number };

function line(what: string, rounds: Round[], comparison: string): Line {
  const cpu = rounds.map((round) => round.cpu);
  return { what, value: spread(cpu, 2, ' ms'), comparison };
}

async function measure(
  shop: BenchShop,
  count: number,
  work: () => Promise<unknown>,
): Promise<Round> {
  const began = performance.now();
  const { total } = await shop.cpuFor(work);
  const seconds = (performance.now() - began) / 1000;
  return { cpu: total / count, rate: count / seconds };
}

/** Refreshes a session repeatedly, each time with the latest refresh token; collects the access tokens. */
async function refreshRepeatedly(
  { url }: BenchShop,
  session: Session,
  tokens: string[],
): Promise<void> {
  await repeat(REFRESHES, async () => {
    const { refresh_token } = session;
    const next = await postJson(`${url}/auth/v1/token?grant_type=refresh_token`, { refresh_token });
    Object.assign(session, Session.parse(next));
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

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < times; n++) await work();
}
