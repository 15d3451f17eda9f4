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
