import { renderToString } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { hydrationDataScripts } from './shell/document/hydration-data.ts';
import { renderContext } from './shell/document/render-context.ts';

/**
 * Renders a complete document at once: documents are cached, so they are not streamed, and no loader returns a promise
 * that a component would suspend on. The response has no body; `takeMarkup` gets it.
 *
 * @throws Error when a component suspends, because its part of the cached document would stay empty
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
  if (page.includes(SUSPENDED)) throw new Error('A component waited while a document was rendered');
  const hasScripts = context.renderMeta?.didRenderScripts && serverHandoffStream;
  const data = hasScripts ? await hydrationDataScripts(serverHandoffStream, nonce) : '';
  takeMarkup(DOCTYPE + page.replace(/<\/body><\/html>$/, (end) => data + end));
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(null, { status, headers });
}

/** `renderToString` does not write the doctype. */
const DOCTYPE = '<!DOCTYPE html>';
/** How React marks a suspended boundary, which the browser would have to render. */
const SUSPENDED = '<!--$!-->';
