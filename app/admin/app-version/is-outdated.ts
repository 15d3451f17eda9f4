/** Whether the server runs another build than this page. False if that cannot be determined. */
export async function isOutdated(): Promise<boolean> {
  const ownManifest = manifestUrl();
  if (ownManifest === undefined) return false;
  try {
    const document = await fetch('/admin', {
      cache: 'no-store',
      signal: AbortSignal.timeout(5_000),
    });
    return document.ok && !(await document.text()).includes(ownManifest);
  } catch {
    return false;
  }
}

/** The hashed name of React Router's list of the built files, which every document of this build loads. */
function manifestUrl(): string | undefined {
  const manifest: unknown = Reflect.get(window, '__reactRouterManifest');
  if (typeof manifest !== 'object' || manifest === null || !('url' in manifest)) return undefined;
  return String(manifest.url);
}
