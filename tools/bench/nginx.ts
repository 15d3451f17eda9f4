import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { reservePort } from '#test/reserve-port.ts';
import { findTool } from '../setup/bench-tools.mjs';
import { cpuOfTree, untilReady } from './processes.ts';
import { emptyFolder } from './shop.ts';

/** One of our responses, still compressed. */
export type Page = { path: string; head: string; body: Uint8Array };

/** Headers that nginx sets itself. */
const OWN_HEADERS =
  /^(content-length|content-type|date|etag|connection|keep-alive|last-modified):/i;

/**
 * Serves these pages with nginx, with the same bytes and headers, in nginx's best configuration: one worker (our server
 * is one process, too), no log, the files kept open.
 */
export async function openNginx(pages: Page[]) {
  const folder = await emptyFolder('nginx');
  for (const [n, { body }] of pages.entries()) writeFileSync(path.join(folder, `page-${n}`), body);
  const { port } = await reservePort();
  writeFileSync(path.join(folder, 'nginx.conf'), configuration(folder, port, pages));
  const options = ['-e', 'error.log', '-p', folder, '-c', 'nginx.conf'];
  const nginx = spawn(findTool('nginx') ?? 'nginx', options, { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(nginx, `${url}/`);
  return {
    url,
    cpu: () => cpuOfTree(nginx.pid ?? 0),
    async close() {
      nginx.kill('SIGQUIT');
      if (nginx.exitCode === null) await once(nginx, 'exit');
    },
  };
}

function configuration(folder: string, port: number, pages: Page[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off;
    ${process.getuid?.() === 0 ? `user ${userInfo().username};` : ''}
    worker_processes 1;
    pid nginx.pid;
    error_log error.log;
    events { worker_connections 256; }
    http {
      access_log off;
      sendfile on;
      tcp_nopush on;
      keepalive_requests 1000000000;
      open_file_cache max=10;
      default_type "text/html; charset=utf-8";
      ${temporary.map((use) => `${use}_temp_path ${use};`).join('\n      ')}
      server {
        listen 127.0.0.1:${port};
        root ${JSON.stringify(folder)};
        ${pages.map(location).join('\n        ')}
      }
    }`;
}

function location({ path, head }: Page, n: number): string {
  const headers = head
    .split('\r\n')
    .slice(1) // the status line
    .filter((line) => !OWN_HEADERS.test(line))
    .map((line) => line.split(/: (.*)/))
    .map(([name, value = '']) => `add_header ${name} ${JSON.stringify(value)};`);
  return `location = ${path} { try_files /page-${n} =404; ${headers.join(' ')} }`;
}
