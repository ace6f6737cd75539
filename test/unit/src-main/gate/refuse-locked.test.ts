import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract, operationNames } from '#shared/contract/contract.ts';
import type { Operation } from '#shared/contract/define.ts';
import type { AuditLog } from '#main/audit/audit-log.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { aConnectionSummary } from '#test/builders/a-session.ts';

/** Keeps the real flags of every operation, but gives each an empty input. */
const operations: Readonly<Record<string, Operation>> = Object.fromEntries(
  Object.entries<Operation>(contract).map(([name, operation]) => [
    name,
    { ...operation, input: z.strictObject({}), roles: 'everyone' },
  ]),
);
const production = aConnectionSummary({ name: 'Prod', environment: 'production', unlockable: true });
const locked = { ...production, readOnly: true };

const writing = operationNames.filter((name) => operations[name]?.writes === true);
const looking = operationNames.filter((name) => operations[name]?.writes === false);

describe('while production is locked', () => {
  it.each(writing)('%s is refused with the reason, and its handler never runs', async (operation) => {
    const { gate, reached, logged } = aGate({ operations, connection: () => locked });
    expect(await gate.call(trusted, { operation, input: {}, idempotencyKey: 'key-00000001' })).toEqual({
      ok: false,
      failure: {
        code: 'read-only',
        message:
          'Prod is open read-only: production is locked. Unlock it for writing first. Nothing was done.',
        reference: 'ref-1',
      },
    });
    expect(reached).toEqual([]);
    expect(logged.at(-1)).toMatchObject({ level: 'warn', fields: { operation, code: 'read-only' } });
  });

  it.each(looking)('%s is let through', async (operation) => {
    const { gate, reached } = aGate({ operations, connection: () => locked });
    const request = { operation, input: {} };
    const result =
      operations[operation]?.kind === 'watch'
        ? gate.watch(trusted, request, () => undefined)
        : await gate.call(trusted, request);
    expect(result.ok).toBe(true);
    expect(reached).toEqual([operation]);
  });
});

describe('writing operations', () => {
  it('are all that act on the pipelines or on AWS', () => {
    expect(writing).toEqual([
      'incidents.note',
      'incidents.work',
      'plans.start',
      'jobs.resume',
      'dead-letters.sample',
      'dead-letters.hold',
      'dead-letters.move',
      'review.claim',
      'review.next',
      'review.release',
      'review.decide',
      'review.undo',
      'review.handOver',
      'review.refile',
      'review.check',
      'workflows.saveThresholds',
      'workflows.saveReview',
      'workflows.saveObjective',
      'workflows.changeSuppliers',
      'workflows.changeOrders',
      'costs.saveBudget',
      'activity.note',
      'batches.work',
    ]);
  });

  it('are commands, and audited', () => {
    for (const name of writing) expect(contract[name]).toMatchObject({ kind: 'command', audited: true });
  });

  it.each(writing)('%s runs if the connection may be written to', async (operation) => {
    const { gate, reached } = aGate({ operations, connection: () => production });
    expect(await gate.call(trusted, { operation, input: {} })).toMatchObject({ ok: true });
    expect(reached).toEqual([operation]);
  });
});

describe('a refusal because production is locked', () => {
  const start = { operation: 'plans.start', input: {}, idempotencyKey: 'key-00000001' };

  it('says where an entry is made read-only', async () => {
    const connection = () => ({ ...locked, unlockable: false });
    const { gate } = aGate({ operations, connection });
    expect(await gate.call(trusted, start)).toMatchObject({
      failure: {
        message: 'Prod is open read-only: its entry in connections.json says so. Nothing was done.',
      },
    });
  });

  it('comes after the role: no one unlocks for an action they may not do anyway', async () => {
    const { gate } = aGate({ role: 'support', connection: () => locked });
    const input = { queue: 'q', perSecond: null, reason: 'INC-1' };
    expect(await gate.call(trusted, { operation: 'dead-letters.move', input })).toMatchObject({
      failure: { code: 'role-required' },
    });
  });

  it('is in the audit, as an intent without effect', async () => {
    const audited: unknown[] = [];
    const audit: AuditLog = {
      around: async ({ operation }, work) => {
        const result = await work();
        audited.push([operation, result.ok ? 'ok' : result.failure.code]);
        return result;
      },
      close: () => undefined,
    };
    const { gate } = aGate({ operations, audit, connection: () => locked });
    await gate.call(trusted, start);
    expect(audited).toEqual([['plans.start', 'read-only']]);
  });

  it('does not replace the answer of an earlier call, and the same key may be used once it is unlocked', async () => {
    let connection = locked;
    const { gate, reached } = aGate({ operations, connection: () => connection });
    expect(await gate.call(trusted, start)).toMatchObject({ failure: { code: 'read-only' } });
    connection = production;
    expect(await gate.call(trusted, start)).toMatchObject({ ok: true });
    connection = locked;
    expect(await gate.call(trusted, start)).toMatchObject({ ok: true });
    expect(reached).toEqual(['plans.start']);
  });
});
