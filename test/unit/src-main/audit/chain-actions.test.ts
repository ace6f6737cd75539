import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, constantFrom, dictionary, oneof, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { openChainReader } from '#main/audit/chain-actions.ts';
import { operationNames } from '#shared/contract/contract.ts';
import { isToldToColleagues } from '#shared/domain/activity-kinds.ts';
import { writeBatchNames } from '#shared/domain/many-batches.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aChain } from '#test/builders/an-audit-chain.ts';

const by = { connection: 'staging', person: 'ines', role: 'admin' };

function read(bodies: readonly Readonly<Record<string, unknown>>[], change = (lines: string[]) => lines) {
  const folder = join(aHome(), 'audit');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'a-chain.jsonl');
  writeFileSync(file, `${change(aChain(bodies)).join('\n')}\n`);
  return openChainReader(file);
}

function anAction(ids: Readonly<Record<string, string>>, operation = 'plans.start') {
  return [
    { kind: 'intent', operation, reference: 'r', ...by, ids },
    { kind: 'outcome', operation, reference: 'r', code: 'ok' },
  ];
}

it('joins intent and outcome to one action, at the place of the outcome', () => {
  const reader = read(anAction({ planId: 'plan-1', tenantId: 'northwind', kind: 'reprocess', go: '35' }));
  expect(reader.read()).toMatchObject([
    {
      connection: 'staging',
      person: 'ines',
      action: {
        sequence: 1,
        operation: 'plans.start',
        outcome: 'ok',
        ids: { jobId: 'plan-1', tenantId: 'northwind' },
        facts: { jobKind: 'reprocess', total: '35' },
      },
    },
  ]);
  expect([reader.read(), reader.begun()]).toEqual([[], []]);
});

it('tells no line after the first that does not hold', () => {
  const bodies = [
    ...anAction({ planId: 'one' }),
    ...anAction({ planId: 'two' }),
    ...anAction({ planId: 'three' }),
  ];
  const altered = read(bodies, (lines) => lines.map((line) => line.replace('"two"', '"too"')));
  expect(altered.read().map(({ action }) => action.ids.jobId)).toEqual(['one']);
  expect(altered.head()).toMatchObject({ sequence: 1 });
  const cut = read(bodies, (lines) => lines.toSpliced(2, 1));
  expect(cut.read()).toHaveLength(1);
});

it('names what has begun and has no outcome, without one', () => {
  const [intent] = anAction({ planId: 'plan-1' });
  const reader = read([{ kind: 'opened', names: {} }, intent ?? {}]);
  expect(reader.read()).toEqual([]);
  const [begun] = reader.begun();
  expect(begun?.action).toMatchObject({ sequence: 1, ids: { jobId: 'plan-1' } });
  expect(begun?.action.outcome).toBeUndefined();
});

it('tells no value, no secret and no text of a reason, whatever the trail of this machine has', () => {
  const secret = 'S3cret value, with a reason!';
  const names = ['reason', 'value', 'path', 'key', 'attribute', 'text', 'note', 'typed', 'code', 'columns'];
  assert(
    property(
      constantFrom(...operationNames),
      dictionary(oneof(constantFrom(...names), string()), constantFrom(secret, `${secret}@x.example`)),
      (operation, ids) => {
        const told = read(anAction({ ...ids, tenantId: 'northwind' }, operation)).read();
        expect(JSON.stringify(told)).not.toContain(secret);
        if (!isToldToColleagues(operation)) expect(told).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});

it('tells of what changes, reveals or exports, and not of signing in and settings', () => {
  const told = operationNames.filter(isToldToColleagues);
  expect(told).toEqual(
    expect.arrayContaining([
      'plans.start',
      'documents.reveal',
      'explorer.export',
      'connections.unlock',
      'workflows.saveThresholds',
      'workflows.saveReview',
      'workflows.saveObjective',
    ]),
  );
  for (const own of ['connections.signIn', 'session.actAs', 'preferences.save', 'connections.answerCode']) {
    expect(told).not.toContain(own);
  }
  // The API keeps these itself, when it makes the change.
  for (const kept of ['activity.note', 'batches.work', 'incidents.work']) expect(told).not.toContain(kept);
});

it('names the batches of a job over several, and none where their list cannot be read', () => {
  const batch = { tenantId: 'northwind', projectId: 'p-1', batchId: 'b-1' };
  const batchesOf = (ids: Readonly<Record<string, string>>) =>
    read(anAction({ planId: 'plan-1', kind: 'reprocess-many', batches: '2', ...ids })).read()[0]?.action
      .batches;
  const two = [batch, { ...batch, batchId: 'b-2' }];
  expect(batchesOf({ ...writeBatchNames(two) })).toEqual(two);
  const tooMany = Array.from({ length: 26 }, (_, at) => ({ ...batch, batchId: `b-${at}` }));
  expect(writeBatchNames(tooMany)).toEqual({});
  expect(batchesOf({})).toBeUndefined();
  for (const inBatches of ['', '[', '{}', '[]', '[["a"]]', '[["a","b","c#d"]]', '[[1,2,3]]', 'null']) {
    expect(batchesOf({ inBatches })).toBeUndefined();
  }
});
