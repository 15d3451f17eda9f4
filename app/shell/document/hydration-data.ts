/**
 * The scripts that hand the loaders' data to React Router in the browser, written as React Router's own component
 * writes them when it streams. `data` is React Router's `serverHandoffStream`.
 */
export async function hydrationDataScripts(
  data: ReadableStream<Uint8Array>,
  nonce: string,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (const reader = data.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  const enqueue = `${CONTROLLER}.enqueue(${escapeForScript(JSON.stringify(text))});`;
  return [enqueue, `${CONTROLLER}.close();`]
    .map((code) => `<script nonce="${nonce}">${code}</script>`)
    .join('');
}

const CONTROLLER = 'window.__reactRouterContext.streamController';

/** Escapes the characters with which a text in the data could end the script or open a comment. */
function escapeForScript(json: string): string {
  return json.replace(
    /[&<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
