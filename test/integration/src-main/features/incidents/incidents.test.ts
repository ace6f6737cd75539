import { BatchWriteItemCommand, DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import type { ConnectionDoors } from '#main/aws/doors.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { incidentsHandlers } from '#main/features/incidents/incidents-handlers.ts';
import type { Attempts } from '#main/jobs/attempts.ts';
import { toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { contract, type Contract, type InputOf } from '#shared/contract/contract.ts';
import type { Attempt, incidentOperations } from '#shared/contract/incidents.ts';
import type { Result } from '#shared/contract/result.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { sandboxPersonas } from '#shared/sandbox/personas.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSandbox, type SandboxUnderTest } from '#test/builders/a-sandbox.ts';
import { aSession } from '#test/builders/a-session.ts';
import { doorsOver, type SentRequest } from '#test/builders/doors-over.ts';
import { causeItems } from '#test/builders/some-causes.ts';

type Names = keyof typeof incidentOperations;

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

it('keeps a note on what to do, which another console reads, and tells a lost race with the note of the other', async () => {
  const desk = await aDesk('support');
  const about = { fingerprint: 'aaaaaa', version: 0 };
  const first = { ...about, note: 'Raise the quota first', intentKey: 'advice-one' };
  expect(valueOf(await desk.call('incidents.note', first))).toMatchObject({
    kind: 'saved',
    memory: { version: 1, note: { text: 'Raise the quota first', by: 'support' } },
  });
  const other = await aDesk('admin', desk.world);
  const { memories, whyNotKept } = valueOf(
    await other.call('incidents.memory', { fingerprints: ['aaaaaa', '177481'] }),
  );
  expect([whyNotKept, memories]).toMatchObject([
    null,
    [
      {
        fingerprint: 'aaaaaa',
        note: { text: 'Raise the quota first', by: 'support' },
        version: 1,
        attempts: [],
      },
      { fingerprint: '177481', note: null, version: 0, attempts: [] },
    ],
  ]);
  const late = { ...about, note: 'Do nothing', intentKey: 'advice-two' };
  expect(valueOf(await other.call('incidents.note', late))).toMatchObject({
    kind: 'overtaken',
    memory: { note: { text: 'Raise the quota first' }, version: 1 },
  });
  expect(valueOf(await desk.call('incidents.note', first)).kind).toBe('saved');
});

it('remembers of many causes with one question, and nothing for people held to some tenants', async () => {
  const desk = await aDesk();
  await desk.call('incidents.memory', { fingerprints: ['aaaaaa'] });
  desk.sent();
  await desk.call('incidents.memory', { fingerprints: ['aaaaaa', 'bbbbbb', 'cccccc', 'aaaaaa'] });
  expect(countCalls(desk.sent())).toEqual({ BatchGetItem: 1 });
  const held = await aDesk('support-northwind');
  held.sent();
  for (const answer of [
    await held.call('incidents.memory', { fingerprints: ['aaaaaa'] }),
    await held.call('incidents.note', {
      fingerprint: 'aaaaaa',
      note: 'x',
      version: 0,
      intentKey: 'advice-of-held',
    }),
  ]) {
    expect(answer).toMatchObject({ ok: false, failure: { code: 'tenant-out-of-scope' } });
  }
  expect(held.sent()).toEqual([]);
});

it('joins attempts of this machine with those that colleagues told, and tells what is missing', async () => {
  const told: [string, readonly string[]][] = [];
  const here: Attempt[] = [anAttempt({ jobId: 'mine', at: '2026-01-05T08:00:00.000Z', fixed: 38, back: 2 })];
  const desk = await aDesk('admin', undefined, {
    of: () => here,
    changed: () => undefined,
    tellMissing: (fingerprint, kept) => void told.push([fingerprint, kept.map(({ jobId }) => jobId)]),
  });
  await put(desk.world, [
    {
      PK: 'CAUSE#aaaaaa',
      SK: 'MEMORY',
      version: 0,
      outcomes: [
        anAttempt({ jobId: 'mine', fixed: 40, back: 0 }),
        anAttempt({ jobId: 'theirs', by: 'support' }),
        { odd: 1 },
      ],
    },
  ]);
  const { memories } = valueOf(await desk.call('incidents.memory', { fingerprints: ['aaaaaa'] }));
  expect(memories[0]?.attempts).toMatchObject([
    { jobId: 'mine', fixed: 38, back: 2 },
    { jobId: 'theirs', by: 'support', fixed: 40 },
  ]);
  expect(told).toEqual([['aaaaaa', ['mine', 'theirs']]]);
});

it('says so where the deployment keeps no notes, and remembers what was done on this machine', async () => {
  const desk = await aDesk(
    'admin',
    undefined,
    { of: () => [anAttempt({})], changed() {}, tellMissing() {} },
    'older',
  );
  const { memories, whyNotKept } = valueOf(await desk.call('incidents.memory', { fingerprints: ['aaaaaa'] }));
  expect(whyNotKept).toBe(
    'The pipeline API of this deployment has no PUT /causes/{fingerprint}/note. Update the pipelines to offer this. So no note can be kept, and only what was done on this machine is remembered.',
  );
  expect(memories[0]).toMatchObject({ note: null, attempts: [{ jobId: 'job' }] });
});

function anAttempt(change: Partial<Attempt>): Attempt {
  const when = '2026-01-04T08:00:00.000Z';
  return { jobId: 'job', kind: 'redrive', at: when, by: 'admin', total: 40, fixed: 40, back: 0, ...change };
}
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

function countCalls(sent: readonly SentRequest[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { operation } of sent) counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
}

async function aDesk(
  as = 'admin',
  world?: SandboxUnderTest,
  attempts?: Attempts,
  api: 'own' | 'older' = 'own',
) {
  const own = world ?? (await aSandbox());
  const { clock, sandbox, dynamodb } = own;
  const open = doorsOver(serveSandbox(sandbox).answer, () => clock.now());
  const persona = sandboxPersonas.find(({ id }) => id === as);
  if (persona === undefined) throw new Error(`There is no persona ${as}`);
  const who = { ...persona, tenants: persona.tenants === '*' ? ('*' as const) : [...persona.tenants] };
  const session = aSession({ who });
  const doors = scopedDoors(open, who);
  const { gate } = aGate({
    role: who.role,
    connection: () => session.connection,
    handlers: incidentsHandlers({
      doors: () => (api === 'own' ? doors : withOlderApi(doors)),
      attempts,
      session: () => session,
      now: () => clock.now(),
    }),
  });
  const ago = (hours: number): string => new Date(clock.now() - hours * 3_600_000).toISOString();
  if (world === undefined) await put(own, someCauses(ago));
  let keys = 0;
  return {
    world: own,
    ago,
    sent: () => open.sent.splice(0),
    async removeState() {
      await dynamodb.send(
        new DeleteItemCommand({ TableName: table, Key: toItem({ PK: 'ATTENTION', SK: 'STATE' }) }),
      );
    },
    async call<N extends Names>(operation: N, input: InputOf<N>) {
      keys += 1;
      const request = { operation, input, idempotencyKey: `of-${as}-${keys}` };
      const result = (await gate.call(trusted, request)) as Result<z.output<Contract[N]['output']>>;
      if (result.ok) contract[operation].output.parse(result.value);
      return result;
    },
  };
}

/** Gives an API that describes itself and does not have the newer calls. */
function withOlderApi(doors: ConnectionDoors): ConnectionDoors {
  const described = { kind: 'answered', value: { paths: {} } } as const;
  return { ...doors, pipeline: { ...doors.pipeline, call: () => Promise.resolve(described) as never } };
}

const { table } = namesByConvention('sandbox').extraction;

function someCauses(ago: (hours: number) => string): readonly PlainItem[] {
  return causeItems(
    [
      {
        fingerprint: 'aaaaaa',
        firstEverAt: ago(2_000),
        failures: [
          { tenantId: 'northwind', at: ago(1), count: 20, batchId: 'batch-new' },
          { tenantId: 'northwind', at: ago(26), count: 2, batchId: 'batch-old' },
          { tenantId: 'alder-finch', at: ago(2), count: 20 },
        ],
      },
      { fingerprint: 'bbbbbb', failures: [{ tenantId: 'kestrel', at: ago(3), count: 3 }] },
      {
        fingerprint: 'cccccc',
        firstEverAt: ago(700),
        workedOnBy: 'admin',
        failures: [{ tenantId: 'northwind', at: ago(20), count: 30 }],
      },
      { fingerprint: 'dddddd', failures: [{ tenantId: 'northwind', at: ago(400), count: 5 }] },
    ],
    { upTo: ago(0) },
  );
}

async function put({ dynamodb }: SandboxUnderTest, items: readonly PlainItem[]): Promise<void> {
  const requests = items.map((item) => ({ PutRequest: { Item: toItem(item) } }));
  for (let from = 0; from < requests.length; from += 25) {
    await dynamodb.send(
      new BatchWriteItemCommand({ RequestItems: { [table]: requests.slice(from, from + 25) } }),
    );
  }
}
