import { buttonClasses } from '#app/ui/button.tsx';
import { OFFLINE_SCRIPT } from './open-when-connected.ts';

export function meta() {
  return [{ title: 'No connection | Aparajita' }, { name: 'robots', content: 'noindex' }];
}

/** Cached by the service worker (public/sw.js) and shown instead of any page that cannot be fetched. */
export default function OfflinePage() {
  return (
    <div className="page-width grid max-w-xl justify-items-center py-16 text-center sm:py-24">
      <p className="eyebrow">No connection</p>
      <h1 className="mt-3 text-4xl">You are offline</h1>
      <p className="mt-4 text-lg">
        We could not reach the shop. Your cart is safe. Please check your connection: this page
        opens by itself when you are connected again.
      </p>
      {/* biome-ignore lint/a11y/useValidAnchor: reloads the requested URL, at which this page is shown */}
      <a href="" className={`mt-8 ${buttonClasses('primary')}`}>
        Try again
      </a>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash */}
      <script dangerouslySetInnerHTML={{ __html: OFFLINE_SCRIPT }} />
    </div>
  );
}
