import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type pg from 'pg';
import type { GatewayKey } from '#razorpay/keys.ts';
import { readDisputes } from './dispute.ts';
import { capturePayment } from './payer.ts';
import { refundPayment, refundsOf } from './refund.ts';
import {
  type Faults,
  inTransaction,
  newId,
  readOrders,
  readPayments,
  type SandboxPayment,
} from './store.ts';

type Env = { Bindings: HttpBindings };

/** The part of Razorpay's REST API that the shop uses, with its error bodies. */
export function restRoutes(pool: pg.Pool, key: GatewayKey, faults: () => Faults): Hono<Env> {
  const app = new Hono<Env>();
  const expected = `Basic ${Buffer.from(`${key.id}:${key.secret}`).toString('base64')}`;
  app.use(injectFaults(faults));
  app.use(async (c, next) => {
    if (c.req.header('authorization') !== expected)
      return errorResponse(c, 401, 'Authentication failed');
    await next();
  });

  app.post('/v1/orders', async (c) => {
    const { amount, currency, receipt } = await bodyOf(c);
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 100) {
      return errorResponse(c, 400, 'Order amount less than minimum amount allowed');
    }
    if (currency !== 'INR') return errorResponse(c, 400, 'Currency is not supported');
    if (receipt !== undefined && String(receipt).length > 40) {
      return errorResponse(c, 400, 'The receipt may not be greater than 40 characters.');
    }
    const order = await inTransaction(pool, faults, async (tx) => {
      const id = newId('order');
      await tx.run(
        'insert into sandbox_gateway.orders (id, amount, currency, receipt) values ($1, $2, $3, $4)',
        [id, amount, currency, receipt ?? null],
      );
      return tx.order(id);
    });
    return c.json({ ...order, entity: 'order' });
  });

  app.get('/v1/orders', async (c) => {
    const receipt = c.req.query('receipt');
    return collection(c, await readOrders(pool, receipt === undefined ? {} : { receipt }));
  });
  app.get('/v1/orders/:id', async (c) => {
    const [order] = await readOrders(pool, { id: c.req.param('id') });
    return found(c, order && { ...order, entity: 'order' });
  });
  app.get('/v1/orders/:id/payments', async (c) =>
    collection(c, (await readPayments(pool, { order: c.req.param('id') })).map(toResponse)),
  );
  app.get('/v1/payments', async (c) => {
    const count = Number(c.req.query('count') ?? 10);
    const skip = Number(c.req.query('skip') ?? 0);
    return collection(c, (await readPayments(pool, { count, skip })).map(toResponse));
  });
  app.get('/v1/payments/:id', async (c) => {
    const [payment] = await readPayments(pool, { id: c.req.param('id') });
    return found(c, payment && toResponse(payment));
  });

  app.post('/v1/payments/:id/capture', async (c) => {
    const { amount } = await bodyOf(c);
    const outcome = await inTransaction(pool, faults, async (tx) => {
      const payment = await tx.payment(c.req.param('id'));
      if (payment?.status !== 'authorized') return 'This payment has already been captured';
      if (payment.amount !== amount) {
        return 'Capture amount must be equal to the amount authorized';
      }
      return capturePayment(tx, payment);
    });
    return typeof outcome === 'string'
      ? errorResponse(c, 400, outcome)
      : c.json(toResponse(outcome));
  });

  app.get('/v1/payments/:id/refunds', async (c) =>
    collection(c, await refundsOf(pool, c.req.param('id'))),
  );
  app.post('/v1/payments/:id/refund', async (c) => {
    const outcome = await inTransaction(pool, faults, async (tx) =>
      refundPayment(
        tx,
        c.req.param('id'),
        await c.req.text(),
        c.req.header('x-refund-idempotency'),
      ),
    );
    return 'refund' in outcome
      ? c.json({ ...outcome.refund, entity: 'refund' })
      : errorResponse(c, outcome.status, outcome.refused);
  });

  app.get('/v1/disputes', async (c) => collection(c, await readDisputes(pool, null)));
  app.get('/v1/disputes/:id', async (c) => {
    const [dispute] = await readDisputes(pool, c.req.param('id'));
    return found(c, dispute && { ...dispute, entity: 'dispute' });
  });

  app.notFound((c) => errorResponse(c, 404, 'The requested URL was not found on the server.'));
  app.onError((_, c) => c.text('internal error of the sandbox', 500));
  return app;
}

/** A payment in Razorpay's format. */
function toResponse({ discount: _, ...payment }: SandboxPayment) {
  const { status, amount, amount_refunded } = payment;
  return {
    ...payment,
    entity: 'payment',
    currency: 'INR',
    captured: status === 'captured' || status === 'refunded',
    refund_status: amount_refunded === 0 ? null : amount_refunded < amount ? 'partial' : 'full',
  };
}

async function bodyOf(c: Context): Promise<Record<string, unknown>> {
  return c.req.json().catch(() => ({}));
}

function found(c: Context, entity: object | undefined) {
  return entity ? c.json(entity) : errorResponse(c, 400, 'The id provided does not exist');
}

function collection(c: Context, items: object[]) {
  return c.json({ entity: 'collection', count: items.length, items });
}

function errorResponse(c: Context, status: 400 | 401 | 404 | 409, description: string) {
  const error = {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
  };
  return c.json({ error }, status);
}

function injectFaults(faults: () => Faults) {
  return createMiddleware<Env>(async (c, next) => {
    const fault = await faults().request(c.req.method, c.req.path);
    const { socket } = c.env.incoming;
    if (fault === 'server_error') return c.html('<html>bad gateway</html>', 502);
    if (fault === 'too_many') return c.json({ error: { code: 'BAD_REQUEST_ERROR' } }, 429);
    if (fault === 'reset_before') socket.destroy();
    if (fault === 'hang') await new Promise((resolve) => socket.once('close', resolve));
    if (fault === 'reset_before' || fault === 'hang') return c.body(null, 500); // the connection is closed
    await next();
    if (fault === 'reset_after') socket.destroy();
  });
}
