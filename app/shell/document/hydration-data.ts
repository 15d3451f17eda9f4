/**
 * The scripts with which React Router gives the loaders' data to the browser, as its own component writes them when it
 * streams. `data` is its `serverHandoffStream`.
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

/** So that a text in the data neither ends the script nor opens a comment. */
function escapeForScript(json: string): string {
  return json.replace(
    /[&<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
