import { get } from 'node:http';

/** A response body as sent over the network, still compressed. */
export function readCompressed(url: string): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const chunks: Uint8Array[] = [];
      answer.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      answer.on('end', () => resolve(Buffer.concat(chunks)));
      answer.on('error', reject);
    }).on('error', reject);
  });
}
