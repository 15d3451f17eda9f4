import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { UploadedPicture } from '#contract/admin/products.ts';
import { AppError } from '#contract/errors.ts';
import { MAX_PICTURE_BYTES, uploadedPicture } from '#domain/picture.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { StaffDatabase } from '#server/database/staff-database.ts';
import { allowSlowBody } from '#server/http/body-timeout.ts';
import type { Authenticate } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { checkPicture } from '#server/pictures/check-picture.ts';
import { findPicture, insertPicture } from './queries.ts';

/** The path of the upload. Its size is limited here, not by the limit for the API's bodies. */
export const UPLOAD_PATH = '/admin/pictures';

/** How many files may be in memory at once; the screen sends one after the other. */
const MAX_AT_ONCE = 4;

/**
 * Receives uploaded pictures. Separate from the contract's table, whose bodies are JSON. The same file twice is one
 * picture. A job makes its sizes; if that failed, uploading the file again starts another one.
 */
export function uploadRoutes(
  { staffDatabase, jobs }: { staffDatabase: StaffDatabase; jobs: Jobs },
  authenticate: Authenticate,
) {
  let reading = 0;

  async function upload(c: Context): Promise<UploadedPicture> {
    const member = await authenticate(c.req.header('authorization'));
    const staff = staffDatabase.as(member, { roles: ['owner'] });
    await staff.check(); // before a byte of the body is read
    if (reading >= MAX_AT_ONCE) throw new AppError('too_many_requests', { retryAfter: 2 });
    allowSlowBody(c); // a stalled upload is disconnected, which frees its slot
    reading += 1;
    try {
      const file = await readFile(c.req.raw, MAX_PICTURE_BYTES);
      await checkPicture(file);
      const hash = createHash('sha256').update(file).digest('hex').slice(0, 32);
      return await staff.transact(async (tx) => {
        const [added] = await tx.rows(insertPicture(hash, file));
        if (added?.is_new) {
          const after = { bytes: file.length };
          await writeAudit(tx, 'upload_picture', ['picture', hash], { after });
        }
        const [picture] = await tx.rows(findPicture(hash));
        if (picture?.state === 'waiting') await jobs.send(tx, 'picture', { hash });
        return { hash, src: uploadedPicture(hash), state: picture?.state ?? 'waiting' };
      });
    } finally {
      reading -= 1;
    }
  }

  return new Hono().put(UPLOAD_PATH, async (c) => {
    const picture = await upload(c);
    return c.json(picture, 201, { 'Cache-Control': 'no-store' });
  });
}

/** Reads a body of at most `max` bytes. @throws AppError payload_too_large, before reading if its length is announced. */
async function readFile(request: Request, max: number): Promise<Buffer> {
  const tooLarge = () =>
    new AppError('payload_too_large', {
      message: `A picture can have at most ${max / 1024 / 1024} MB.`,
    });
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.byteLength;
    if (size > max) throw tooLarge(); // leaving the loop cancels the rest
    parts.push(part);
  }
  return Buffer.concat(parts);
}
