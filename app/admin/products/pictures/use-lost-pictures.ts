import { useEffect, useRef, useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { hashOfUploaded } from '#domain/picture.ts';

/**
 * Whether pictures of a restored draft are gone: the server deletes what no product uses for some days. They are taken
 * out of the form by `remove`.
 */
export function useLostPictures(
  restored: boolean,
  sources: readonly string[],
  remove: (src: string) => void,
): boolean {
  const [lost, setLost] = useState(false);
  // As they were when the form opened; what is uploaded later is there.
  const first = useRef({ restored, sources, remove });
  useEffect(() => {
    const { restored, sources, remove } = first.current;
    if (!restored) return;
    for (const src of sources) {
      const hash = hashOfUploaded(src);
      if (hash === null) continue;
      callAdmin('GET /admin/pictures/{hash}', { params: { hash } }).catch((error: unknown) => {
        if (!hasErrorCode(error, 'not_found')) return; // saving tells
        remove(src);
        setLost(true);
      });
    }
  }, []);
  return lost;
}
