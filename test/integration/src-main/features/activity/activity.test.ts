import { expect, it } from 'vitest';
import type { z } from 'zod';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { activityHandlers } from '#main/features/activity/activity-handlers.ts';
import type { activityOperations } from '#shared/contract/activity.ts';
import { contract, type Contract, type InputOf } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import { sandboxPersonas } from '#shared/sandbox/personas.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSandbox, type SandboxUnderTest } from '#test/builders/a-sandbox.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';
import { doorsOver } from '#test/builders/doors-over.ts';

type Names = keyof typeof activityOperations;
type Doors = ReturnType<typeof doorsOver>;

function aDesk(
  { sandbox, clock }: SandboxUnderTest,
  as: string,
  { tenants, older = false }: { readonly tenants?: readonly string[]; readonly older?: boolean } = {},
) {
  const open = doorsOver(serveSandbox(sandbox).answer, () => clock.now());
  const persona = sandboxPersonas.find(({ id }) => id === as);
  if (persona === undefined) throw new Error(`There is no persona ${as}`);
  const seen = tenants ?? persona.tenants;
  const who = { ...persona, tenants: seen === '*' ? ('*' as const) : [...seen] };
  const session = aSession({ who });
  const doors = scopedDoors(older ? withoutKeeping(open) : open, who);
  const { gate } = aGate({
    role: who.role,
    connection: () => session.connection,
    handlers: activityHandlers({ doors: () => doors, session: () => session, now: () => clock.now() }),
  });
  let keys = 0;
  return async function call<N extends Names>(operation: N, input: InputOf<N>) {
    keys += 1;
    const request = { operation, input, idempotencyKey: `of-${as}-${keys}` };
    const result = (await gate.call(trusted, request)) as Result<z.output<Contract[N]['output']>>;
    if (result.ok) contract[operation].output.parse(result.value);
    return result;
  };
}

/** Answers as an API that was made before activity. */
function withoutKeeping(doors: Doors): Doors {
  const pipeline: Doors['pipeline'] = {
    async call(name, call) {
      const answer = await doors.pipeline.call(name, call);
      if (name !== 'me' || answer.kind !== 'answered') return answer;
      return { ...answer, value: { ...answer.value, keeps: undefined } };
    },
  };
  return { ...doors, pipeline };
}

/** Finds a batch that the sandbox's past has activity about. */
async function findBatch(call: ReturnType<typeof aDesk>) {
  const { entries } = valueOf(await call('activity.list', { of: { is: 'tenant', tenantId: 'northwind' } }));
  const entry = entries.find(({ batchId, projectId }) => batchId !== null && projectId !== null);
  return { tenantId: 'northwind', projectId: entry?.projectId ?? '', batchId: entry?.batchId ?? '' };
}

it(
  'lists what colleagues did by tenant, batch, day and person, newest first',
  { timeout: 60_000 },
  async () => {
    const world = await aSandbox();
    const call = aDesk(world, 'admin');
    const ofTenant = valueOf(await call('activity.list', { of: { is: 'tenant', tenantId: 'northwind' } }));
    expect(ofTenant.entries.length).toBeGreaterThan(5);
    expect(ofTenant.notKept).toBeNull();
    const times = ofTenant.entries.map(({ at }) => at ?? '');
    expect(times).toEqual(times.toSorted().toReversed());
    const [newest] = ofTenant.entries;
    const { batchId, by, at } = newest ?? {};
    const of = [
      { is: 'batch', tenantId: 'northwind', batchId: batchId ?? '' },
      { is: 'day', day: at?.slice(0, 10) ?? '' },
      { is: 'person', personId: by ?? '' },
    ] as const;
    for (const one of of) {
      const { entries } = valueOf(await call('activity.list', { of: one }));
      expect([one.is, entries.some(({ id }) => id === newest?.id)]).toEqual([one.is, true]);
    }
    // Both ends of the time belong to it.
    const exactly = { of: { is: 'tenant', tenantId: 'northwind' }, from: at ?? '', to: at ?? '' } as const;
    expect(valueOf(await call('activity.list', exactly)).entries.map(({ id }) => id)).toContain(newest?.id);
  },
);

it(
  'a note and an owner are seen by colleagues, and a lost race says who has it',
  { timeout: 60_000 },
  async () => {
    const world = await aSandbox();
    const [ines, mira] = [aDesk(world, 'admin'), aDesk(world, 'support')];
    const batch = await findBatch(ines);
    const { tenantId, batchId } = batch;
    expect(valueOf(await ines('batches.readWork', { tenantId, batchId }))).toMatchObject({
      by: null,
      version: 0,
    });
    const taken = { ...batch, by: 'support', note: null, version: 0 };
    const saved = valueOf(await mira('batches.work', { ...taken, intentKey: 'taken-by-mira' }));
    expect(saved).toMatchObject({ kind: 'saved', work: { by: 'support', isMine: true, version: 1 } });
    // One read of the tenant says who works on each batch of a list.
    const worked = valueOf(await ines('batches.listWork', { tenantIds: [tenantId] }));
    expect(worked).toMatchObject({
      isAll: true,
      rows: [{ tenantId, batchId, by: 'support', isMine: false }],
    });
    const late = { ...batch, by: 'admin', note: null, version: 0, intentKey: 'taken-by-ines' };
    expect(valueOf(await ines('batches.work', late))).toMatchObject({
      kind: 'overtaken',
      work: { by: 'support', isMine: false },
    });
    const note = {
      about: { is: 'batch', ...batch },
      text: 'The carrier sends it again',
      intentKey: 'a-note-of-mira',
    } as const;
    expect(valueOf(await mira('activity.note', note))).toMatchObject({
      kind: 'note',
      isMine: true,
      ...batch,
    });
    const { entries } = valueOf(await ines('activity.list', { of: { is: 'batch', tenantId, batchId } }));
    // Both were done at the same moment of a clock that stands still.
    const newest = entries.slice(0, 2).toSorted((one, other) => (one.kind < other.kind ? -1 : 1));
    expect(newest).toMatchObject([
      { kind: 'note', by: 'support', isMine: false, note: 'The carrier sends it again' },
      { kind: 'work', by: 'support', facts: { to: 'support' } },
    ]);
  },
);

it(
  'a note and an owner stay on the connection they were written on, also when another is opened meanwhile',
  { timeout: 60_000 },
  async () => {
    const world = await aSandbox();
    const { sandbox, clock } = world;
    const staging = doorsOver(serveSandbox(sandbox).answer, () => clock.now());
    const ofProduction: string[] = [];
    const production: Doors = {
      ...staging,
      pipeline: {
        call(name) {
          ofProduction.push(name);
          return Promise.resolve({ kind: 'not-sent', why: 'It is locked.' });
        },
      },
    };
    let [doors, session] = [staging, aSession()];
    const parts = { doors: () => doors, session: () => session, now: () => clock.now() };
    const handlers = activityHandlers(parts);
    const openProduction = (): void => {
      doors = production;
      session = aSession({ connection: aConnectionSummary({ id: 'production', readOnly: true }) });
    };
    const batch = await findBatch(aDesk(world, 'admin'));
    const context = { reference: 'r', role: 'support', host: 'browser' } as const;
    const noting = handlers['activity.note'](
      { about: { is: 'batch', ...batch }, text: 'The carrier sends it again', intentKey: 'a-note-of-mira' },
      context,
    );
    openProduction();
    expect(await noting).toMatchObject({ ok: true, value: { kind: 'note' } });
    [doors, session] = [staging, aSession()];
    // Whether this is kept is asked again, because another person may be told otherwise.
    const taking = activityHandlers(parts)['batches.work'](
      { ...batch, by: 'support', note: null, version: 0, intentKey: 'taken-by-mira' },
      context,
    );
    openProduction();
    expect(await taking).toMatchObject({ ok: true, value: { kind: 'saved' } });
    expect(ofProduction).toEqual([]);
  },
);

it(
  'a person held to tenants sees these by tenant and batch, and is told why not the rest',
  { timeout: 60_000 },
  async () => {
    const world = await aSandbox();
    const call = aDesk(world, 'support', { tenants: ['northwind'] });
    expect(
      valueOf(await call('activity.list', { of: { is: 'tenant', tenantId: 'northwind' } })).entries,
    ).not.toEqual([]);
    const refused = { failure: { code: 'tenant-out-of-scope' } };
    const others = [
      { is: 'tenant', tenantId: 'alder-finch' },
      { is: 'batch', tenantId: 'alder-finch', batchId: 'b-1' },
      { is: 'day', day: '2026-11-20' },
      { is: 'cause', fingerprint: 'b8cf51' },
      { is: 'person', personId: 'support' },
    ] as const;
    for (const of of others) expect(await call('activity.list', { of })).toMatchObject(refused);
    expect(await call('batches.readWork', { tenantId: 'alder-finch', batchId: 'b-1' })).toMatchObject(
      refused,
    );
    const foreign = { tenantId: 'alder-finch', projectId: 'p', batchId: 'b-1' };
    const work = { ...foreign, by: 'support', note: null, version: 0, intentKey: 'not-theirs' };
    expect(await call('batches.work', work)).toMatchObject(refused);
    for (const about of [
      { is: 'batch', ...foreign },
      { is: 'cause', fingerprint: 'b8cf51' },
    ] as const) {
      expect(await call('activity.note', { about, text: 'x', intentKey: 'not-theirs' })).toMatchObject(
        refused,
      );
    }
  },
);

it('says plainly where the deployment keeps none, and sends nothing there', { timeout: 60_000 }, async () => {
  const world = await aSandbox();
  const call = aDesk(world, 'admin', { older: true });
  const { notKept } = valueOf(await call('activity.list', { of: { is: 'tenant', tenantId: 'northwind' } }));
  expect(notKept).toContain('keeps no activity');
  const batch = await findBatch(aDesk(world, 'admin'));
  const { tenantId, batchId } = batch;
  expect(valueOf(await call('batches.readWork', { tenantId, batchId })).notKept).toBe(notKept);
  const about = { is: 'batch', ...batch } as const;
  expect(await call('activity.note', { about, text: 'x', intentKey: 'to-an-older' })).toMatchObject({
    failure: { code: 'pipeline-refused', message: expect.stringContaining('keeps no activity') as string },
  });
});
