import { expect, it } from 'vitest';
import type { InputOf } from '#shared/contract/contract.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aDesk, countCalls } from './a-desk.ts';

it('lists causes over all tenants by hour, with what is new, grows and is quiet', async () => {
  const desk = await aDesk();
  const { causes, kept, isAll } = valueOf(await desk.call('incidents.list', { days: 2 }));
  expect([kept.state, isAll]).toEqual(['kept', true]);
  // The told past of the sandbox has causes of its own.
  const own = causes.filter(({ fingerprint }) => /^([a-d])\1{5}$/.test(fingerprint));
  const told = own.map(({ fingerprint, count, isNew, isGrowing, quietSince, work }) => ({
    fingerprint,
    count,
    is: [isNew && 'new', isGrowing && 'growing', quietSince !== null && 'quiet'].filter(Boolean),
    by: work.by,
  }));
  expect(told).toEqual([
    { fingerprint: 'aaaaaa', count: 42, is: ['growing'], by: null },
    { fingerprint: 'cccccc', count: 30, is: ['quiet'], by: 'admin' },
    { fingerprint: 'bbbbbb', count: 3, is: ['new'], by: null },
  ]);
  expect(own[0]).toMatchObject({ tenants: { count: 2, isAtLeast: true }, firstEverAt: desk.ago(2_000) });
});

it('reads one partition a day and the known causes once, however many tenants there are', async () => {
  const desk = await aDesk();
  desk.sent();
  const answer = await desk.call('incidents.list', { days: 1 });
  // Three days before now are always read, because the rules compare with them.
  expect(countCalls(desk.sent())).toEqual({ GetItem: 1, Query: 4, BatchGetItem: 1 });
  expect(valueOf(answer).calls).toBe(6);
});

it('a cause has its customers by tenant, with names, newest batches and the hours of the days', async () => {
  const desk = await aDesk();
  const open = valueOf(await desk.call('incidents.cause', { fingerprint: 'aaaaaa', days: 2 }));
  expect(open.customers).toEqual([
    {
      tenantId: 'northwind',
      name: 'Northwind Logistics',
      count: 22,
      firstAt: desk.ago(26),
      lastAt: desk.ago(1),
      batches: [
        { projectId: 'freight-invoices', batchId: 'batch-new' },
        { projectId: 'freight-invoices', batchId: 'batch-old' },
      ],
    },
    expect.objectContaining({ tenantId: 'alder-finch', count: 20 }),
  ]);
  expect([open.isAll, open.cause.count, open.problems]).toEqual([true, 42, []]);
});

it('a cause that is known but did not come in the period has no customers, and an unknown one is not found', async () => {
  const desk = await aDesk();
  const open = valueOf(await desk.call('incidents.cause', { fingerprint: 'dddddd', days: 1 }));
  expect([open.cause.count, open.customers]).toEqual([0, []]);
  const unknown = await desk.call('incidents.cause', { fingerprint: 'ffffff', days: 1 });
  expect(unknown).toMatchObject({ ok: false, failure: { code: 'not-found' } });
});

it('a deployment without attention says so, and nothing more is read', async () => {
  const desk = await aDesk();
  await desk.removeState();
  desk.sent();
  const { kept, causes } = valueOf(await desk.call('incidents.list', { days: 7 }));
  expect(kept).toMatchObject({ state: 'not kept', why: expect.stringContaining('does not keep') });
  expect([causes, countCalls(desk.sent())]).toEqual([[], { GetItem: 1 }]);
});

it('a person held to some tenants is refused before anything is asked', async () => {
  const desk = await aDesk('support-northwind');
  desk.sent();
  const asked = [
    await desk.call('incidents.list', { days: 1 }),
    await desk.call('incidents.cause', { fingerprint: 'aaaaaa', days: 1 }),
    await desk.call('incidents.samples', {
      fingerprint: 'aaaaaa',
      batches: [{ tenantId: 'northwind', batchId: 'batch-new' }],
    }),
  ];
  for (const answer of asked) {
    expect(answer).toMatchObject({ ok: false, failure: { code: 'tenant-out-of-scope', tenantId: '*' } });
  }
  expect(desk.sent()).toEqual([]);
});

it('notes who works on a cause, so that another console sees it, and tells a lost race', async () => {
  const desk = await aDesk('support');
  const saved = valueOf(await desk.call('incidents.work', aWork({ by: 'support', note: 'Asked for quota' })));
  expect(saved).toMatchObject({
    kind: 'saved',
    work: { by: 'support', isMine: true, note: 'Asked for quota', version: 2 },
  });
  const other = await aDesk('admin', desk.world);
  const { cause } = valueOf(await other.call('incidents.cause', { fingerprint: 'aaaaaa', days: 1 }));
  expect(cause.work).toMatchObject({ by: 'support', isMine: false, note: 'Asked for quota' });
  const late = valueOf(await other.call('incidents.work', aWork({ by: 'admin', intentKey: 'intent-two' })));
  expect(late).toMatchObject({ kind: 'overtaken', work: { by: 'support', version: 2 } });
  const again = valueOf(await desk.call('incidents.work', aWork({ by: 'support', note: 'Asked for quota' })));
  expect(again).toEqual(saved);
  const done = aWork({ by: null, note: 'Raised to 20', version: 2, intentKey: 'intent-three' });
  expect(valueOf(await desk.call('incidents.work', done)).work).toMatchObject({
    by: null,
    note: 'Raised to 20',
  });
});

it('finds documents of a cause among those that stand failed', async () => {
  const desk = await aDesk();
  const { documents, read } = valueOf(
    await desk.call('incidents.samples', {
      fingerprint: 'b8cf51',
      batches: [{ tenantId: 'northwind', batchId: 'no-such-batch' }],
    }),
  );
  expect([documents, read]).toEqual([[], { count: 0, isAtLeast: false }]);
});

it('lists changed corrections of all tenants in eight reads, and of one tenant in one', async () => {
  const desk = await aDesk();
  desk.sent();
  const all = valueOf(await desk.call('incidents.corrections', { tenantId: null }));
  expect(all).toMatchObject({ asked: 'attention', isAll: true, isCounted: true });
  expect(all.workflows).toMatchObject([
    {
      tenantId: 'kestrel',
      tenantName: 'Kestrel Foods',
      workflowId: 'supplier-invoices',
      drift: { kind: 'field', name: 'dueDate' },
    },
  ]);
  expect(countCalls(desk.sent())).toEqual({ GetItem: 1, Query: 8, BatchGetItem: 1 });
  const one = valueOf(await desk.call('incidents.corrections', { tenantId: 'kestrel' }));
  const withoutP = (of: typeof one) => of.workflows.map((row) => ({ ...row, drift: { ...row.drift, p: 0 } }));
  expect(withoutP(one)).toEqual(withoutP(all));
  expect(countCalls(desk.sent())).toEqual({ Query: 1 });
  const other = valueOf(await desk.call('incidents.corrections', { tenantId: 'northwind' }));
  expect(other).toMatchObject({ workflows: [], isCounted: true });
});

it('a deployment without attention or counts says so for corrections, and asks none of the tenants', async () => {
  const desk = await aDesk();
  await desk.removeState();
  desk.sent();
  const all = valueOf(await desk.call('incidents.corrections', { tenantId: null }));
  expect(all).toMatchObject({ asked: 'no one', workflows: [] });
  expect(all.whyNotAttention).toContain('does not keep');
  const none = valueOf(await desk.call('incidents.corrections', { tenantId: 'no-such-tenant' }));
  expect(none).toMatchObject({ workflows: [], isCounted: false });
  const of = { tenantId: 'northwind', workflowId: 'no-such-workflow' };
  expect(valueOf(await desk.call('incidents.correctionsOf', of))).toMatchObject({
    isCounted: false,
    drift: null,
    documents: [],
    problems: [],
  });
});

it('opens the evidence of changed corrections: documents, what changed, the cost and a proposal', async () => {
  const desk = await aDesk();
  const of = { tenantId: 'kestrel', workflowId: 'supplier-invoices' };
  const open = valueOf(await desk.call('incidents.correctionsOf', of));
  const { drift, documents, changes, cost, threshold, series, days } = open;
  expect(drift).toMatchObject({ kind: 'field', name: 'dueDate' });
  expect(days).toHaveLength(42);
  expect(days.find(({ day }) => day === drift?.beganOn)?.corrected).toBeGreaterThan(5);
  expect(documents.length).toBeGreaterThanOrEqual(10);
  expect(documents.every(({ fields }) => fields.some(({ name }) => name === 'dueDate'))).toBe(true);
  expect(changes).toContainEqual(expect.objectContaining({ what: 'workflow', event: 'schema changed' }));
  expect(changes).toContainEqual(expect.objectContaining({ what: 'version' }));
  expect(cost?.extra).toBeGreaterThan(10);
  expect(threshold?.value).toBeGreaterThan(threshold?.now ?? 1);
  expect(series[0]).toMatchObject({ name: 'dueDate', p: drift?.p });
  const iban = { kind: 'field', name: 'iban' } as const;
  const asked = valueOf(await desk.call('incidents.correctionsOf', { ...of, of: iban }));
  expect(asked).toMatchObject({ drift: null, cost: null, threshold: null });
  expect(asked.others[0]).toMatchObject({ name: 'dueDate' });
});

it('a person held to some tenants sees their corrections, and those of no other tenant', async () => {
  const desk = await aDesk('support-northwind');
  expect(valueOf(await desk.call('incidents.corrections', { tenantId: null }))).toMatchObject({
    asked: 'tenants',
    workflows: [],
  });
  desk.sent();
  for (const answer of [
    await desk.call('incidents.corrections', { tenantId: 'kestrel' }),
    await desk.call('incidents.correctionsOf', { tenantId: 'kestrel', workflowId: 'supplier-invoices' }),
  ]) {
    expect(answer).toMatchObject({
      ok: false,
      failure: { code: 'tenant-out-of-scope', tenantId: 'kestrel' },
    });
  }
  expect(desk.sent()).toEqual([]);
});

function aWork(change: Partial<InputOf<'incidents.work'>>): InputOf<'incidents.work'> {
  return { fingerprint: 'aaaaaa', by: null, note: null, version: 1, intentKey: 'intent-one', ...change };
}
