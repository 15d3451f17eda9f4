import { useRef, useState } from 'react';
import { PrefetchPageLinks } from 'react-router';
import { Link, type NavLink, type PageLinkProps } from './link.js';
import type { PagePath } from './page-path.ts';

/** How long a pointer rests on a link, or the focus, before its page is preloaded; in milliseconds. */
const INTENT_MS = 100;

type PreloadLinkProps = Omit<PageLinkProps, 'to'> & {
  to: PagePath;
  /** `NavLink` for a link that tells whether its page is open. */
  as?: typeof Link | typeof NavLink;
  end?: boolean;
};

/**
 * A link that preloads its page when a pointer or the focus rests on it. A touch that scrolls leaves the link too soon
 * to preload anything.
 */
export function PreloadLink({ as: As = Link, ...link }: PreloadLinkProps) {
  const [preloads, setPreloads] = useState(false);
  const timer = useRef(0);
  const begin = () => {
    timer.current = window.setTimeout(setPreloads, INTENT_MS, true);
  };
  const cancel = () => clearTimeout(timer.current);
  return (
    <>
      <As
        {...link}
        onPointerEnter={begin}
        onPointerLeave={cancel}
        onFocus={begin}
        onBlur={cancel}
      />
      {preloads && <PreloadPage page={link.to} />}
    </>
  );
}

/**
 * Preloads the scripts and the data of a page that is probably next. Not without a network: React Router reloads the open
 * page where a script does not come, and what was typed would be lost.
 */
export function PreloadPage({ page }: { page: PagePath }) {
  return navigator.onLine && <PrefetchPageLinks page={page} />;
}
