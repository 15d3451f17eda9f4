import { lazy, Suspense } from 'react';
import { data } from 'react-router';
import { demoContext } from '#app/shell/shop/demo-context.ts';
import type { Route } from './+types/gallery-page';

/** Apart from this route: each chunk that a route imports is a name in the manifest, which every shopper downloads. */
const Gallery = lazy(() => import('./gallery.tsx'));

export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(demoContext)) throw data(null, { status: 404 });
  return null;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [];
  return [{ title: 'Gallery | Aparajita' }, { name: 'robots', content: 'noindex' }];
}

/** Style guide, in demo mode only. */
export default function GalleryPage() {
  return (
    <Suspense>
      <Gallery />
    </Suspense>
  );
}
