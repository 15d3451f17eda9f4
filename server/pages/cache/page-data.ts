/** A page's data for the router in the browser, as it is sent. */
export type PageData = {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
};

export async function finishData(rendered: Response): Promise<PageData> {
  const body = new Uint8Array(await rendered.arrayBuffer());
  const headers = {
    ...Object.fromEntries(rendered.headers),
    'content-length': `${body.byteLength}`,
  };
  return { status: rendered.status, headers, body };
}

/** The headers of page data that are the same for every visitor; `purpose` is the request's Sec-Purpose header. */
export function dataHeaders({ headers }: PageData, purpose: string | undefined) {
  return purpose === 'prefetch' ? { ...headers, ...PREFETCHED } : headers;
}

/**
 * A browser fetches a page's data before the click that needs them (`PreloadLink`), and would fetch them again then. An
 * error is fetched again: it may have passed, and 'Try again' would get it from the browser.
 */
const PREFETCHED = { 'cache-control': 'private, max-age=10' };
