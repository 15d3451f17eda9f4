import { type ElementType, useRef, useState } from 'react';
import { Link, type PageLinkProps } from './link.js';
import type { PagePath } from './page-path.ts';
import { PreloadPage } from './preload-page.tsx';

/** How long a pointer rests on a link, or the focus, before its page is preloaded; in milliseconds. */
const INTENT_MS = 100;

type PreloadLinkProps = Omit<PageLinkProps, 'to'> & {
  to: PagePath;
  /** `NavLink` for a link that tells whether its page is open. */
  as?: ElementType;
  end?: boolean;
};

/** A link whose page is preloaded once somebody is about to follow it. A finger that scrolls is not. */
export function PreloadLink({ as: As = Link, ...link }: PreloadLinkProps) {
  const [wanted, setWanted] = useState(false);
  const timer = useRef(0);
  const begin = () => {
    timer.current = window.setTimeout(setWanted, INTENT_MS, true);
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
      {wanted && <PreloadPage page={link.to} />}
    </>
  );
}
