import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** What was asked, how many hours ago, and what became of it. */
const MESSAGES = [
  {
    hours: 31,
    state: 'open',
    subject: 'Is it safe during pregnancy?',
    message: 'My sister is expecting. May she drink your blue tea, and how much of it?',
  },
  {
    hours: 4,
    state: 'open',
    subject: 'Forty gift sets for a wedding',
    message: 'We would like forty Deluxe Gift Sets in Jaipur before the 12th. Is that possible?',
  },
  {
    hours: 75,
    state: 'answered',
    subject: 'How long does it keep?',
    message: 'I opened the pouch in August. Can I still use the flowers?',
    answer: 'Yes: closed tightly, dry and dark, they keep their colour for a year.',
  },
  {
    hours: 190,
    state: 'closed',
    subject: 'Thank you',
    message: 'The colour changes with lemon just as you said. The children loved it!',
  },
];

/** Messages of the contact form: two that wait, one of them since yesterday, an answered and a closed one. */
export async function addDemoMessages(
  client: pg.ClientBase,
  customers: readonly { name: string; email: string }[],
  staff: string,
): Promise<void> {
  for (const [index, { hours, state, subject, message, answer }] of MESSAGES.entries()) {
    const sender = customers[index * 2];
    if (!sender) continue;
    const id = randomUUID();
    await client.query(
      `insert into contact_messages (id, name, email, subject, message, state, created_at)
       values ($1, $2, $3, $4, $5, $6, now() - make_interval(hours => $7))`,
      [id, sender.name, sender.email, subject, message, state, hours],
    );
    if (answer)
      await client.query(
        `insert into message_entries (message_id, kind, text, staff_id, idempotency_key, at)
         values ($1, 'answer', $2, $3, $4, now() - make_interval(hours => $5))`,
        [id, answer, staff, randomUUID(), hours - 5],
      );
  }
}
