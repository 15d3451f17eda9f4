import { useRootData } from '#app/shell/document/root-data.ts';

/** The owner's notice, below the header of every page but checkout and admin. */
export function NoticeBanner() {
  const notice = useRootData()?.notice;
  return (
    notice != null && (
      <aside
        aria-label="Notice"
        className="border-b border-border bg-surface-accent px-4 py-2 text-center text-sm wrap-anywhere text-foreground print:hidden"
      >
        {notice}
      </aside>
    )
  );
}
