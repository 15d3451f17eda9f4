import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { OsUser } from './os-user.ts';

/** Nothing listens on TCP: the number is only part of the socket file's name. */
export const PORT = 5432;

/** macOS allows 103 bytes for the path of a unix socket, Linux 107. */
const MAX_PATH_LENGTH = 103;

/**
 * The socket is beside the data. Where that path is too long, it is in a folder of /tmp named after the data
 * folder: always /tmp and never TMPDIR, because processes that share the server must agree on it.
 */
export function socketDirFor(dataDir: string): string {
  if (Buffer.byteLength(path.join(dataDir, `.s.PGSQL.${PORT}`)) <= MAX_PATH_LENGTH) return dataDir;
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return path.join('/tmp', `embedded-postgres-${name}`);
}

/** @throws Error when another user created the folder in /tmp and could then impersonate the server. */
export function prepareSocketDir(socketDir: string, dataDir: string, osUser: OsUser): void {
  if (socketDir === dataDir) return;
  mkdirSync(socketDir, { recursive: true, mode: 0o700 });
  const { uid, gid } = osUser.ids;
  const found = lstatSync(socketDir);
  const self = process.getuid?.() ?? found.uid;
  if (!found.isDirectory() || ![self, uid].includes(found.uid) || (found.mode & 0o077) !== 0) {
    throw new Error(
      `${socketDir} was made by somebody else; remove it, or choose a shorter path than ${dataDir}.`,
    );
  }
  if (uid !== undefined && gid !== undefined) chownSync(socketDir, uid, gid);
}
