import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { aConsole } from '#test/builders/a-console.ts';
import type { SandboxUnderTest } from '#test/builders/a-sandbox.ts';
import { webhookLetters as queue } from './a-dead-letter-desk.ts';

const patient = { timeout: 120_000 };

async function inFlight({ sqs }: SandboxUnderTest): Promise<number> {
  const command = new GetQueueAttributesCommand({ QueueUrl: queue, AttributeNames: ['All'] });
  const { Attributes } = await sqs.send(command);
  return Number(Attributes?.ApproximateNumberOfMessagesNotVisible);
}

function audited(home: string): { operation: string; kind: string; ids?: Record<string, string> }[] {
  const folder = join(home, 'audit');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as { operation: string | undefined; kind: string })
    .flatMap((entry) =>
      entry.operation?.startsWith('dead-letters.') === true ? [{ ...entry, operation: entry.operation }] : [],
    );
}

describe('a console', patient, () => {
  it('samples, opens and gives back, and its audit trail records it without any of the body', async () => {
    const { world, home, opened, ask } = await aConsole();
    const { rows } = await ask('dead-letters.sample', { queue, most: 12, holdSeconds: 600 });
    const messageId = rows[0]?.messageId ?? '';
    const { body } = await ask('dead-letters.message', { queue, messageId });
    await ask('dead-letters.reveal', { queue, messageId, path: '' });
    expect(await ask('dead-letters.release', { queue })).toEqual({ released: 12, failed: 0 });
    const { moves } = await ask('dead-letters.move', { queue, perSecond: 1, reason: 'INC-2254' });
    expect(moves[0]?.state).toBe('RUNNING');
    await opened.close();
    const trail = audited(home);
    expect(
      trail.map(({ operation, kind, ids }) => [kind, operation.replace('dead-letters.', ''), ids]),
    ).toEqual([
      ['intent', 'sample', { queue, most: '12', holdSeconds: '600' }],
      ['outcome', 'sample', { held: '12', calls: '2' }],
      ['intent', 'message', { queue, messageId }],
      ['outcome', 'message', undefined],
      ['intent', 'reveal', { queue, messageId, value: 'the whole body' }],
      ['outcome', 'reveal', undefined],
      ['intent', 'release', { queue }],
      ['outcome', 'release', { released: '12', failed: '0' }],
      ['intent', 'move', { queue, perSecond: '1', reason: 'INC-2254' }],
      ['outcome', 'move', undefined],
    ]);
    const batch = /"batchId": "([^"]+)"/.exec(body.text)?.[1] ?? 'no batch';
    expect(JSON.stringify(trail)).not.toContain(batch);
    expect(await inFlight(world)).toBe(0);
  });

  it('gives back what it holds when it closes, and when another person takes over', async () => {
    const { world, opened, ask } = await aConsole();
    await ask('dead-letters.sample', { queue, most: 20, holdSeconds: 600 });
    await ask('session.actAs', { personaId: 'support' });
    expect(await ask('dead-letters.held', { queue })).toEqual({ sample: null });
    await ask('dead-letters.sample', { queue, most: 5, holdSeconds: 600 });
    await opened.close();
    expect(await inFlight(world)).toBe(0);
  });

  it('keeps messages that its job has not reached, even if the page releases them', async () => {
    const { world, opened, ask } = await aConsole();
    const { rows } = await ask('dead-letters.sample', { queue, most: 30, holdSeconds: 600 });
    const messageIds = rows.slice(0, 12).map((row) => row.messageId);
    const { planId, hash, ramp } = await ask('plans.make', {
      target: { kind: 'redrive-messages', queue, messageIds },
    });
    expect(ramp[0]).toBe(1);
    const job = await ask('plans.start', { planId, hash });
    expect(job).toMatchObject({ queue, total: 12 });
    const { released } = await ask('dead-letters.release', { queue });
    expect(released).toBeGreaterThanOrEqual(18);
    expect(released).toBeLessThanOrEqual(19);
    expect(await inFlight(world)).toBeGreaterThanOrEqual(11);
    await opened.close();
    expect(await inFlight(world)).toBe(0);
  });
});
