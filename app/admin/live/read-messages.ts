import { LiveMessage } from '#contract/admin/live.ts';

/**
 * Reads the messages of a stream of server-sent events. Calls `onActivity` for everything received, also without a
 * message. Skips messages that this version does not know.
 */
export async function* readMessages(
  body: ReadableStream<Uint8Array>,
  onActivity: () => void,
): AsyncGenerator<LiveMessage> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      onActivity();
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const message = line.startsWith('data: ') ? parse(line.slice(6)) : null;
        if (message) yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function parse(data: string): LiveMessage | null {
  try {
    const { success, data: message } = LiveMessage.safeParse(JSON.parse(data));
    return success ? message : null;
  } catch {
    return null;
  }
}
