import type { LiveMessage } from '#contract/admin/live.ts';
import type { AdminChannel } from './admin-channel.ts';

export type LiveStreams = {
  /** A body of server-sent events for one staff member; it ends when `isStillAuthorized` resolves to false. */
  open(member: string, isStillAuthorized: () => Promise<boolean>): ReadableStream<Uint8Array>;
  /** Ends all streams when the process stops. */
  endAll(): void;
};

/** How often each stream checks whether it may stay, in milliseconds: whoever loses the role loses the stream at once. */
const CHECK_MS = 2_000;

/** After so many checks it sends a message, so that neither proxies nor browsers consider it dead. */
const CHECKS_PER_HEARTBEAT = 12;

/** Streams per staff member. Another one ends the oldest, whose client may have lost its network. */
const MAX_PER_MEMBER = 5;

/** A stream whose reader is this many messages behind is ended. */
const MAX_UNREAD = 200;

type Stream = { member: string; end(): void };

/** The open streams of this process. */
export function openLiveStreams(channel: AdminChannel, checkMs = CHECK_MS): LiveStreams {
  const streams = new Set<Stream>(); // the oldest first

  function add(stream: Stream): void {
    streams.add(stream);
    const own = [...streams].filter(({ member }) => member === stream.member);
    if (own.length > MAX_PER_MEMBER) own[0]?.end();
  }

  return {
    open(member, isStillAuthorized) {
      let stop = () => {};
      return new ReadableStream<Uint8Array>({
        start(controller) {
          const write = (text: string) => {
            if ((controller.desiredSize ?? 0) < -MAX_UNREAD) stream.end();
            else controller.enqueue(ENCODER.encode(text));
          };
          const unsubscribe = channel.subscribe((message) => write(eventOf(message)));
          let ticks = 0;
          let checking = false; // while the database is busy a check may take longer than the interval
          const timer = setInterval(async () => {
            ticks += 1;
            if (ticks % CHECKS_PER_HEARTBEAT === 0) write(':\n\n');
            if (checking) return;
            checking = true;
            if (!(await isStillAuthorized())) stream.end();
            checking = false;
          }, checkMs);
          stop = () => {
            clearInterval(timer);
            unsubscribe();
            streams.delete(stream);
          };
          const stream = {
            member,
            end() {
              if (!streams.has(stream)) return;
              stop();
              controller.close();
            },
          };
          add(stream);
        },
        cancel: () => stop(),
      });
    },
    endAll() {
      for (const stream of [...streams]) stream.end();
    },
  };
}

const ENCODER = new TextEncoder();

function eventOf(message: LiveMessage): string {
  return `data: ${JSON.stringify(message)}\n\n`;
}
