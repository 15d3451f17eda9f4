import type { Context } from 'hono';
import { AppError } from '#contract/errors.ts';

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON of a request. @throws AppError unsupported_media_type, malformed_json. */
export async function readJson(c: Context): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new AppError('unsupported_media_type');
  }
  const bytes = await c.req.arrayBuffer();
  try {
    // Not c.req.text(): it replaces bytes that are not UTF-8 with U+FFFD, which would be stored.
    return JSON.parse(UTF_8.decode(bytes));
  } catch (error) {
    throw new AppError('malformed_json', {}, error);
  }
}

/** A form's fields; empty when the body does not match its Content-Type. */
export async function readForm(c: Context): Promise<Record<string, unknown>> {
  try {
    return await c.req.parseBody();
  } catch (error) {
    if (error instanceof TypeError) return {};
    throw error;
  }
}
