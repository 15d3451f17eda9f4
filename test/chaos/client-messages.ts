type Message = { bytes: Buffer; statement: string | null };

/** Splits what a client sends into messages; those that run something come with the text of its statement. */
export function readMessages(): (chunk: Buffer) => Message[] {
  let left = Buffer.alloc(0);
  let started = false;
  const parsed = new Map<string, string>();
  let bound = '';

  return (chunk) => {
    left = Buffer.concat([left, chunk]);
    const messages: Message[] = [];
    for (;;) {
      // The first message of a connection has no type.
      const typed = started ? 1 : 0;
      if (left.length < typed + 4) return messages;
      const length = typed + left.readInt32BE(typed);
      if (left.length < length) return messages;
      const bytes = left.subarray(0, length);
      left = left.subarray(length);
      messages.push({ bytes, statement: started ? textOf(bytes) : null });
      started = true;
    }
  };

  /** https://www.postgresql.org/docs/current/protocol-message-formats.html */
  function textOf(bytes: Buffer): string | null {
    const type = String.fromCharCode(bytes[0] ?? 0);
    const [first = '', second = ''] = bytes.toString('utf8', 5).split('\0', 2);
    if (type === 'P') parsed.set(first, second); // name, text
    if (type === 'B') bound = parsed.get(second) ?? ''; // portal, name
    if (type === 'Q') return first;
    return type === 'E' ? bound : null;
  }
}
