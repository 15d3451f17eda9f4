import { statement } from '#server/database/tables.ts';

export type PictureFile = { width: number; format: 'avif' | 'webp' | 'jpg'; bytes: Buffer };

/** The uploaded file; no row if its sizes were made already or the hash is unknown. */
export function findOriginal(hash: string) {
  return statement<{ original: Buffer }>`
    select original from pictures where hash = ${hash} and state = 'waiting'`;
}

/** Stores the resized files. Without any, the picture is marked as unreadable. */
export function storePicture(hash: string, files: PictureFile[]) {
  const widths = files.map(({ width }) => width);
  const formats = files.map(({ format }) => format);
  const bytes = files.map((file) => file.bytes);
  return statement`
    select store_picture(${hash}, ${widths}::integer[], ${formats}::text[], ${bytes}::bytea[])`;
}

export function findPictureFile(hash: string, width: number, format: string) {
  return statement<{ bytes: Buffer }>`
    select bytes from picture_files
    where hash = ${hash} and width = ${width} and format = ${format}`;
}
