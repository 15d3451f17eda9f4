import { renderToString } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { hydrationDataScripts } from './shell/document/hydration-data.ts';
import { renderContext } from './shell/document/render-context.ts';

/**
 * Renders a complete document at once: documents are cached, so they are not streamed, and no loader returns a promise
 * for which a component would wait. The response has no body; `takeMarkup` gets it.
 *
 * @throws Error when a component waits, because its place in the cached document would stay empty
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, takeMarkup } = loadContext.get(renderContext);
  const page = renderToString(<ServerRouter context={context} url={request.url} nonce={nonce} />);
  if (page.includes(WAITING)) throw new Error('A component waited while a document was rendered');
  const hasScripts = context.renderMeta?.didRenderScripts && serverHandoffStream;
  const data = hasScripts ? await hydrationDataScripts(serverHandoffStream, nonce) : '';
  takeMarkup(DOCTYPE + page.replace(/<\/body><\/html>$/, (end) => data + end));
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(null, { status, headers });
}

/** `renderToString` leaves it out. */
const DOCTYPE = '<!DOCTYPE html>';
/** React's mark of a boundary that the browser would have to fill. */
const WAITING = '<!--$!-->';
