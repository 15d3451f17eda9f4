import { Hono } from 'hono';
import { PICTURE_WIDTHS } from '#domain/picture.ts';
import type { Database } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';

const YEAR = 365 * 24 * 60 * 60;
const MAX_WIDTH = Math.max(...PICTURE_WIDTHS);
/** The width of the picture in emails, which show no AVIF. */
export const EMAIL_WIDTH = 320;
const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;

/** `/pictures/u/<hash>-640.avif`: uploaded pictures, for anyone. They never change: another picture has another name. */
export function pictureRoutes(database: Database): Hono {
  return new Hono().get('/pictures/u/:file', async (c) => {
    const requested = parse(c.req.param('file'));
    const [file] = requested
      ? await database.rows(findPictureFile(requested.hash, requested.width, requested.format))
      : [];
    if (!requested || !file) {
      // Not cached, because the job that makes the file may finish in a second.
      return c.text('There is no such picture.', 404, { 'Cache-Control': 'no-store' });
    }
    return c.body(new Uint8Array(file.bytes), 200, {
      'Content-Type': TYPES[requested.format],
      'Cache-Control': `public, max-age=${YEAR}, immutable`,
    });
  });
}

/** Parses the names that Picture and emails use: '<hash>-640.avif', '<hash>.webp' (the largest) and '<hash>-mail.jpg'. */
function parse(name: string) {
  const [, hash, width, format] =
    /^([0-9a-f]{32})(?:-([1-9]\d{2,3}|mail))?\.(avif|webp|jpg)$/.exec(name) ?? [];
  if (!hash || (format !== 'avif' && format !== 'webp' && format !== 'jpg')) return null;
  const size = width === undefined ? MAX_WIDTH : width === 'mail' ? EMAIL_WIDTH : Number(width);
  return { hash, width: size, format } as const;
}

export type PictureFile = { width: number; format: 'avif' | 'webp' | 'jpg'; bytes: Buffer };

/** The uploaded file; no row if its sizes were made already or the hash is unknown. */
export function findOriginal(hash: string) {
  return statement<{ original: Buffer }>`
    select original from pictures where hash = ${hash} and state = 'waiting'`;
}

/**
 * Stores the resized files in place of the original. Without any, the picture is marked as unreadable. Nothing happens to a
 * picture that has its result.
 */
export function storePicture(hash: string, files: PictureFile[]) {
  const widths = files.map(({ width }) => width);
  const formats = files.map(({ format }) => format);
  const bytes = files.map((file) => file.bytes);
  return statement`
    with stored as (
      update pictures set state = ${files.length > 0 ? 'ready' : 'unreadable'}, original = null
      where hash = ${hash} and state = 'waiting' returning hash
    )
    insert into picture_files (hash, width, format, bytes)
    select hash, width, format, file
    from stored, unnest(${widths}::integer[], ${formats}::text[], ${bytes}::bytea[]) made (width, format, file)`;
}

export function findPictureFile(hash: string, width: number, format: string) {
  return statement<{ bytes: Buffer }>`
    select bytes from picture_files
    where hash = ${hash} and width = ${width} and format = ${format}`;
}
