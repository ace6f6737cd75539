import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConnectionReset } from '#local/aws/protocol/wire.ts';
import { heldMessages } from '#main/dead-letters/held-messages.ts';
import { openRedrive } from '#main/dead-letters/open-redrive.ts';
import { findQueue } from '#main/dead-letters/open-ledgers.ts';
import { openJobEngine } from '#main/jobs/engine.ts';
import { planSchema } from '#shared/contract/plans.ts';
import { dispatchOverHttp } from '#test/builders/dispatch-over-http.ts';
import { doorsOver } from '#test/builders/doors-over.ts';

/**
 * Runs as a separate process until it is killed or its job has ended, with the real engine, redrive and
 * ledgers, over HTTP to queues that outlive it. It uses the world's clock, which waiting moves on.
 */
const [address = '', home = '', planFile = ''] = process.argv.slice(2);
const plan = planSchema.parse(JSON.parse(readFileSync(planFile, 'utf8')));
const queue = findQueue(plan);
const holdSeconds = 1_800;

let time = 0;
async function wait(ms: number): Promise<void> {
  const answer = await fetch(`${address}/clock?${Math.max(0, ms)}`);
  time = Math.max(time, Number(await answer.text()));
}
await wait(0);

const now = (): number => time;
const over = dispatchOverHttp(address);
const doors = doorsOver(async (request, signal) => {
  try {
    return await over(request, signal);
  } catch (error) {
    // `fetch` only says that it failed, so the error gets the name that the SDK's own handler uses.
    if (error instanceof TypeError) throw new ConnectionReset('while it was under way');
    throw error;
  }
}, now);
const fault = (fields: object, message: string): void => {
  process.stderr.write(`${message}: ${JSON.stringify(fields, Object.getOwnPropertyNames(Object(fields)))}\n`);
};
const shared = { home, now, sleep: wait, log: { info() {}, warn: fault, error: fault, fatal: fault } };
const held = heldMessages();
const redrive = openRedrive({ ...shared, held, doorsOf: () => doors });
const engine = openJobEngine({
  ...shared,
  action: (_kind, connectionId) => redrive.action('redrive-messages', connectionId),
  seen: () => undefined,
  newKey: randomUUID,
});
const jobNow = () => engine.jobs('local').find(({ jobId }) => jobId === plan.planId);
const goOn = (): void => {
  const { state } = jobNow() ?? {};
  if (state === 'done') process.exit(0);
  // A person would resume the job whatever has stopped it.
  if (state !== 'running') engine.resume('local', plan.planId, 'a person');
};
engine.onChange(() => setImmediate(goOn));
if (existsSync(join(home, 'jobs', `${plan.planId}.jsonl`))) {
  engine.resumeInterrupted('local', plan.by);
  goOn();
} else {
  await sample();
  engine.start(plan, { by: plan.by, reason: undefined });
}

async function sample(): Promise<void> {
  for (;;) {
    const received = await doors.queues.receive(queue, { most: 10, visibilitySeconds: holdSeconds });
    if (!received.ok) continue;
    if (received.value.length === 0) return;
    const hiddenUntil = now() + holdSeconds * 1_000;
    held.add(
      'local',
      queue,
      received.value.map((message) => ({ message, receivedAt: now(), hiddenUntil })),
    );
  }
}
