// Started by stop-gracefully.test.ts: a process that answers and stops as the shop does. It prints its port, `request`
// for each request, `signal` for each signal and `closed` when the shop is closed. /slow answers after half a second,
// /never does not answer. Its argument is how long it drains, in milliseconds.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '#server/log.ts';
import { stopGracefully } from '#server/process/stop-gracefully.ts';

const server = createServer(async (request, response) => {
  console.log('request');
  if (request.url === '/never') return;
  if (request.url === '/slow') await sleep(500);
  response.end('tea');
});

const shop = {
  stopBeingReady: () => console.log('not ready'),
  async close() {
    await sleep(200);
    console.log('closed');
  },
};

stopGracefully(server, shop, createLog('silent'), Number(process.argv[2] ?? 0));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => console.log('signal'));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(address?.port);
});
