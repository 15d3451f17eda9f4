import type { ReactNode } from 'react';
import { CookieBanner } from './cookie-banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

/** What surrounds every page. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#content"
        className="absolute top-3 left-3 z-50 -translate-y-24 rounded-full bg-petal px-5 py-3 font-semibold text-on-petal focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
      <CookieBanner />
    </>
  );
}
