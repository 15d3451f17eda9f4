import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reservePort } from '#test/reserve-port.ts';
import { findTool } from '../setup/bench-tools.mjs';
import { cpuOfTree } from './processes.ts';
import { BENCH_DIR } from './shop.ts';

export type Nginx = { url: string; cpuMs(): number; close(): Promise<void> };

/** Headers that nginx sets itself. */
const OWN_HEADERS =
  /^(content-length|content-type|date|etag|connection|keep-alive|last-modified)$/i;

/**
 * Serves one of our responses with nginx, with the same bytes and headers, in nginx's best configuration: one worker
 * (our server is one process, too), no log, the file kept open.
 */
export async function openNginx(answer: { body: Uint8Array; headers: Headers }): Promise<Nginx> {
  const folder = path.join(BENCH_DIR, 'nginx');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'answer'), answer.body);
  const { port } = await reservePort();
  writeFileSync(path.join(folder, 'nginx.conf'), configuration(folder, port, answer.headers));
  const nginx = spawn(
    findTool('nginx') ?? 'nginx',
    ['-e', 'error.log', '-p', folder, '-c', 'nginx.conf'],
    { stdio: 'inherit' },
  );
  const url = `http://127.0.0.1:${port}/`;
  await opened(nginx, url);
  return {
    url,
    cpuMs: () => cpuOfTree(nginx.pid ?? 0),
    async close() {
      nginx.kill('SIGQUIT');
      if (nginx.exitCode === null) await once(nginx, 'exit');
    },
  };
}

function configuration(folder: string, port: number, headers: Headers): string {
  const lines = [...headers]
    .filter(([name]) => !OWN_HEADERS.test(name))
    .map(([name, value]) => `add_header ${name} ${JSON.stringify(value)};`);
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
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((use) => `${use}_temp_path ${folder}/${use};`).join('\n      ')}
      server {
        listen 127.0.0.1:${port};
        location = / {
          root ${JSON.stringify(folder)};
          default_type ${JSON.stringify(headers.get('content-type') ?? 'text/html')};
          try_files /answer =404;
          ${lines.join('\n          ')}
        }
      }
    }`;
}

async function opened(nginx: ChildProcess, url: string): Promise<void> {
  while (nginx.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer?.ok) return;
    await sleep(20);
  }
  throw new Error('nginx did not start; its output is above');
}
