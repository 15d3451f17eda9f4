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
 * For data that the browser prefetches before a click (`PreloadLink`): it may keep them for ten seconds, so that the click
 * does not fetch them again. Not used for errors (server/pages.ts), which 'Try again' must fetch anew.
 */
const PREFETCHED = { 'cache-control': 'private, max-age=10' };
