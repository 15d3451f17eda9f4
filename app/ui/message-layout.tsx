import type { ReactNode } from 'react';

/** React gives the focus of `autoFocus` only in a document that it has not rendered itself. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus();

type MessageLayoutProps = {
  title: string;
  text: string;
  /** Moves the focus to the title: for the answer to a button, whose page is gone. */
  focused?: boolean;
  /** A link to continue. */
  children: ReactNode;
};

/**
 * A page that shows the result of one step, e.g. a sent message or a confirmed subscription, and a link to continue.
 */
export function MessageLayout({ title, text, focused, children }: MessageLayoutProps) {
  return (
    <div className="page-width flex max-w-2xl flex-col items-center py-14 text-center sm:py-20">
      <img src="/pictures/illustrations/letter.svg" alt="" width={240} height={180} />
      <h1
        className="mt-6 text-4xl outline-none"
        {...(focused && { tabIndex: -1, autoFocus: true, ref: takeFocus })}
      >
        {title}
      </h1>
      <p className="mt-4 mb-8 text-lg text-muted">{text}</p>
      {children}
    </div>
  );
}
