import { useEffect, useRef, useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { hashOfUploaded } from '#domain/picture.ts';

/**
 * Whether pictures of a restored draft were deleted: the server deletes pictures that no product has used for some days.
 * `remove` removes them from the form.
 */
export function useLostPictures(
  restored: boolean,
  sources: readonly string[],
  remove: (src: string) => void,
): boolean {
  const [lost, setLost] = useState(false);
  // Only the pictures at the opening of the form: later uploads exist.
  const first = useRef({ restored, sources, remove });
  useEffect(() => {
    const { restored, sources, remove } = first.current;
    if (!restored) return;
    for (const src of sources) {
      const hash = hashOfUploaded(src);
      if (hash === null) continue;
      callAdmin('GET /admin/pictures/{hash}', { params: { hash } }).catch((error: unknown) => {
        if (!hasErrorCode(error, 'not_found')) return; // saving will report it
        remove(src);
        setLost(true);
      });
    }
  }, []);
  return lost;
}
