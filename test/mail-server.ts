import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

type ReceivedEmail = Email & { recipients: string[]; raw: string };

/** A real SMTP server; it keeps its port when it stops and starts again. */
export type TestMailServer = {
  port: number;
  url: string;
  /** Delivered emails, the newest last. */
  received: ReceivedEmail[];
  /** The error that the server gives to every delivery from now on; null: it accepts everything. */
  refuse(refusal: SmtpError | null): void;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** At which SMTP command, with which code and words; `of` limits it to addresses that contain this text. */
export type SmtpError = {
  at: 'MAIL FROM' | 'RCPT TO' | 'DATA';
  code: number;
  says?: string;
  of?: string;
};

export async function openMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const received: ReceivedEmail[] = [];
  let refusal: SmtpError | null = null;
  let server: SMTPServer | undefined;
  let port = 0;

  const refused = (at: SmtpError['at'], address = '') =>
    refusal?.at === at && address.includes(refusal.of ?? '')
      ? Object.assign(new Error(`${refusal.says ?? 'no'} <${address}>`), {
          responseCode: refusal.code,
        })
      : null;

  async function start(): Promise<void> {
    server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      closeTimeout: 100,
      onMailFrom: ({ address }, _session, done) => done(refused('MAIL FROM', address)),
      onRcptTo: ({ address }, _session, done) => done(refused('RCPT TO', address)),
      onData: async (stream, { envelope }, done) => {
        const read = await buffer(stream).catch(() => null);
        if (!read) return done(new Error('the client disconnected'));
        const raw = read.toString();
        const failure = refused('DATA');
        if (failure) return done(failure);
        const recipients = envelope.rcptTo.map(({ address }) => address);
        received.push({ ...(await PostalMime.parse(raw)), recipients, raw });
        done();
      },
      ...options,
    });
    server.on('error', () => {}); // clients that disconnect
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    const address = server.server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no port');
    port = address.port;
  }

  await start();
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse(next) {
      refusal = next;
    },
    start,
    stop: () => new Promise((resolve) => (server ? server.close(() => resolve()) : resolve())),
  };
}
