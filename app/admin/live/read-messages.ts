import { LiveMessage } from '#contract/admin/live.ts';

/**
 * The messages of a body of server-sent events, as they come. `onSign` is called for each sign of life, the empty ones
 * too. Skips what another version of the shop may send.
 */
export async function* readMessages(
  body: ReadableStream<Uint8Array>,
  onSign: () => void,
): AsyncGenerator<LiveMessage> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      onSign();
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
