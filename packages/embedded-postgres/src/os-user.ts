import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';

/** How to run the server's programs as a user of the operating system: a command prefix, and the ids to spawn with. */
export type OsUser = { commandPrefix: string[]; ids: { uid?: number; gid?: number } };

const SAME_USER: OsUser = { commandPrefix: [], ids: {} };

/**
 * PostgreSQL refuses to run as root. As root, we therefore run it, in this order,
 * - as the owner of the data folder, if that is an ordinary user;
 * - in a user namespace where we are an ordinary user: works below /root and needs no other user;
 * - where namespaces are forbidden (Docker's default profile), as `postgres` or else `nobody`.
 *
 * @throws Error with advice when the data belongs to another user, or root finds no user to run it as.
 */
export function chooseOsUser(dataDir: string): OsUser {
  const self = process.getuid?.();
  const owner = existsSync(dataDir) ? statSync(dataDir) : undefined;
  if (self !== 0) {
    if (owner === undefined || self === undefined || owner.uid === self) return SAME_USER;
    throw new Error(
      `${dataDir} belongs to another user of this machine. Start as that user, or choose another folder.`,
    );
  }
  if (owner !== undefined && owner.uid !== 0)
    return { commandPrefix: [], ids: { uid: owner.uid, gid: owner.gid } };
  return userInNamespace() ?? postgresOrNobody(dataDir);
}

/** For the server's programs: messages in English, whatever the locale of this machine. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: 'C', PGDATA: undefined };
}

function userInNamespace(): OsUser | undefined {
  const user = readUsers().find(({ uid }) => uid > 0); // initdb needs its user's name
  if (user === undefined) return undefined;
  const commandPrefix = [
    'unshare',
    '--user',
    `--map-user=${user.uid}`,
    `--map-group=${user.uid}`,
    '--',
  ];
  const attempt = spawnSync('unshare', [...commandPrefix.slice(1), 'true'], { stdio: 'ignore' });
  return attempt.status === 0 ? { commandPrefix, ids: {} } : undefined;
}

function postgresOrNobody(dataDir: string): OsUser {
  const all = readUsers();
  const user =
    all.find(({ name }) => name === 'postgres') ?? all.find(({ name }) => name === 'nobody');
  // An existing data folder of root's stays root's: no other user may take it over.
  if (user === undefined || existsSync(dataDir)) {
    throw new Error(
      `PostgreSQL does not run as root, and this machine allows root no user namespace for ${dataDir}. ` +
        'Start as an ordinary user, or connect to a PostgreSQL server of your own.',
    );
  }
  return { commandPrefix: [], ids: { uid: user.uid, gid: user.gid } };
}

function readUsers(): { name: string; uid: number; gid: number }[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
