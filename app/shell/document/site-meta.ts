import type { MetaDescriptor } from 'react-router';
import { SHOP } from '#app/shell/shop-details.ts';
import type { PagePath } from '#app/ui/page-path.ts';

type PageMeta = {
  /** Without the shop's name, which is added. */
  title: string;
  /** One or two sentences for search results, under 160 characters. */
  description: string;
  /** The page's canonical path, '/shop': without query, so that no URL duplicates another. */
  path: PagePath;
  /** 1200 by 630; the shop's own by default. */
  image?: string;
  type?: 'website' | 'product';
};

/** A page's meta tags for search engines and social networks. `origin` is the shop's canonical one. */
export function siteMeta(origin: string, page: PageMeta): MetaDescriptor[] {
  const title = page.title.includes(SHOP.name) ? page.title : `${page.title} | ${SHOP.name}`;
  const url = origin + page.path;
  const image = origin + (page.image ?? '/pictures/og/site.jpg');
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: SHOP.name },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** The `meta` of a route that is always the same page. */
export function metaOf(page: PageMeta) {
  return ({ matches }: { matches: Parameters<typeof originOf>[0] }) =>
    siteMeta(originOf(matches), page);
}

/** A page with noindex: it belongs to one shopper, or is no content. */
export function privateMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} | ${SHOP.name}` }, { name: 'robots', content: 'noindex' }];
}

/** The shop's canonical origin, from the root route's data among a page's `matches`. */
export function originOf(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData;
  const known = typeof root === 'object' && root !== null && 'origin' in root;
  return known && typeof root.origin === 'string' ? root.origin : '';
}
