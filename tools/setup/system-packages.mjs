import { spawnSync } from 'node:child_process';
import { run } from './run.mjs';

/**
 * Installs packages of a Debian-like system if we may without asking for a password.
 * @returns {Promise<string>} what the system said, to be shown if the program is still missing.
 */
export async function installFromSystem(...packages) {
  if (spawnSync('apt-get', ['--version']).status !== 0) return 'This system has no apt-get.';
  const become = process.getuid() === 0 ? [] : ['sudo', '-n'];
  if (become.length > 0 && spawnSync('sudo', ['-n', 'true']).status !== 0) {
    return "Installing from the system's packages needs root.";
  }
  // RUNLEVEL: a package that brings a server (nginx, PostgreSQL) shall not start it.
  const apt = (...args) => {
    const [command, ...rest] = [
      ...become,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'RUNLEVEL=1',
      'apt-get',
      ...args,
    ];
    return run(command, rest);
  };
  // A new machine knows no packages yet, and an old list may name versions that are gone.
  const update = await apt('update');
  const install = await apt('install', '-y', '--no-install-recommends', ...packages);
  return install.ok ? install.words : `${update.words}\n${install.words}`;
}
