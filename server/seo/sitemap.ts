/** A page for search engines; `changed` is an ISO 8601 timestamp. */
type SitemapEntry = { path: string; changed?: string };

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** A sitemap, as sitemaps.org defines it. */
export function sitemap(publicUrl: string, entries: readonly SitemapEntry[]): string {
  return document('urlset', 'url', publicUrl, entries);
}

/** An index of sitemaps. */
export function sitemapIndex(publicUrl: string, entries: readonly SitemapEntry[]): string {
  return document('sitemapindex', 'sitemap', publicUrl, entries);
}

function document(
  whole: string,
  part: string,
  publicUrl: string,
  entries: readonly SitemapEntry[],
): string {
  const lines = entries.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : '';
    return `<${part}><loc>${escapeXml(publicUrl + path)}</loc>${lastmod}</${part}>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${whole} xmlns="${NAMESPACE}">`,
    ...lines,
    `</${whole}>`,
    '',
  ].join('\n');
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
