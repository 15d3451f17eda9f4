import { expect, test } from 'vitest';
import { proofOfWorkFetch } from './auth-fetch.ts';

const CHALLENGE = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: '0'.repeat(32),
    salt: '00',
    cost: 1,
    keyLength: 32,
    keyPrefix: '00',
    keySignature: '00',
    data: { purpose: 'signIn', expires: 1 },
  },
  signature: '00',
};

/** A fake server that asks for proof of work so many times, then responds 200; records the requests. */
function server(times: number, challenge: unknown = CHALLENGE) {
  const sent: unknown[] = [];
  const fetch = async (_: unknown, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    if (sent.length > times) return Response.json({ access_token: 'x' });
    return Response.json(
      { code: 'captcha_failed', message: 'Please wait', challenge },
      { status: 400, headers: { 'X-Sb-Error-Code': 'captcha_failed' } },
    );
  };
  return { fetch, sent };
}

const request = { method: 'POST', body: '{"email":"a@b.in","gotrue_meta_security":{}}' };

test('solves the challenge and sends the same request again', async () => {
  const { fetch, sent } = server(1);
  const answer = await proofOfWorkFetch(fetch, async () => 'the proof')('/token', request);
  expect(answer.status).toBe(200);
  expect(sent).toEqual([
    { email: 'a@b.in', gotrue_meta_security: {} },
    { email: 'a@b.in', gotrue_meta_security: { captcha_token: 'the proof' } },
  ]);
});

test('solves two at most, and then returns the response unread', async () => {
  const { fetch, sent } = server(9);
  const answer = await proofOfWorkFetch(fetch, async () => 'the proof')('/token', request);
  expect(sent).toHaveLength(3);
  expect(await answer.json()).toMatchObject({ code: 'captcha_failed' });
});

test('a browser that cannot solve it shows the message of the server', async () => {
  const { fetch, sent } = server(1);
  const cannot = () => Promise.reject(new TypeError('no WebCrypto'));
  const answer = await proofOfWorkFetch(fetch, cannot)('/token', request);
  expect(sent).toHaveLength(1);
  expect(await answer.json()).toMatchObject({ message: 'Please wait' });
});

test.each(['a text', null, {}, { ...CHALLENGE, signature: 7 }])(
  'a captcha of another service is left alone: %j',
  async (challenge) => {
    const { fetch, sent } = server(1, challenge);
    const answer = await proofOfWorkFetch(fetch, async () => 'the proof')('/token', request);
    expect([answer.status, sent.length]).toEqual([400, 1]);
  },
);
