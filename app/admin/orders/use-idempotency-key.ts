import { useRef } from 'react';
import { randomId } from '#app/shell/api/random-id.ts';

/**
 * The idempotency key of a request, by its content: sending the same content again has no second effect; other content
 * gets another key.
 */
export function useIdempotencyKey(): (content: object) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    const sent = JSON.stringify(content);
    if (last.current.content !== sent) last.current = { content: sent, key: randomId() };
    return last.current.key;
  };
}
