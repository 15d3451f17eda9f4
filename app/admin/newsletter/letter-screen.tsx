import { useQuery } from '@tanstack/react-query';
import { NotFound } from '#app/pages/not-found.tsx';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { ArrowLeftIcon } from '#app/ui/icons/arrow-left.tsx';
import { Link } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import { LetterBadge } from './letter-badge.tsx';
import { LetterEditor } from './letter-editor.tsx';
import { LetterProgress } from './letter-progress.tsx';
import { LetterText } from './letter-text.tsx';
import { letterQuery } from './newsletter-queries.ts';

/** One letter: a draft to write, test and send, or how far a sent one has come. */
export default function LetterScreen({ id }: { id: string }) {
  const { data: letter, error, isFetching, refetch } = useQuery(letterQuery(id));
  if (!letter) {
    if (hasErrorCode(error, 'not_found')) return <NotFound />;
    if (error) return <LoadError error={error} retrying={isFetching} onRetry={refetch} />;
    return <Spinner label="Loading..." />;
  }
  return (
    <article className="grid max-w-3xl gap-5">
      <title>{`${letter.subject || 'A letter'} | Admin`}</title>
      <header className="grid gap-1">
        <Link
          to="/admin/newsletter"
          className="-ml-2 inline-flex min-h-11 w-fit items-center gap-1 rounded-full px-2 text-sm font-medium text-petal hover:bg-linen"
        >
          <ArrowLeftIcon />
          Newsletter
        </Link>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-2xl wrap-anywhere">{letter.subject || 'A new letter'}</h1>
          <LetterBadge state={letter.state} />
        </div>
      </header>
      {letter.state === 'draft' ? (
        <LetterEditor key={letter.id} letter={letter} />
      ) : (
        <>
          <LetterProgress letter={letter} />
          <LetterText letter={letter} />
        </>
      )}
    </article>
  );
}
