import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan } from '#shared/contract/plans.ts';
import { planHash } from '#main/features/plans/make-plan.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import { usualPace } from '#shared/domain/pace-rules.ts';
import { aConnectionSummary } from '#test/builders/a-session.ts';
import { aPlanDesk, context, failed, type PlanDesk } from './a-plan-desk.ts';

const production = aConnectionSummary({ id: 'prod', name: 'Prod', environment: 'production' });

/** Makes a document poison by its passport, so that its plan requires a reason. */
async function poison({ api, planted }: PlanDesk, at: number): Promise<void> {
  const { tenantId, documentId } = planted.at(at);
  for (const n of [1, 2, 3]) {
    await api.put({
      ...keyOf.documentEvent(tenantId, documentId, `01J0000000000000000000000${n}`),
      what: 'failed',
      stage: failed.stage,
      reason: failed.error.message,
      after: { status: 'FAILED', code: failed.error.code },
      version: 1,
      createdAt: '2026-11-20T00:00:00.000Z',
      updatedAt: '2026-11-20T00:00:00.000Z',
    });
  }
}

describe('starting a plan', { timeout: 20_000 }, () => {
  it('passes exactly what was seen to the engine, as the person who made it', async () => {
    const desk = await aPlanDesk([failed, failed]);
    const plan = await desk.make();
    expect(desk.start(plan).ok).toBe(true);
    expect(desk.started).toEqual([[plan, { by: 'support', reason: undefined }]]);
  });

  it('adds nothing that failed after it was made', async () => {
    const desk = await aPlanDesk([failed, failed]);
    const plan = await desk.make();
    const { tenantId, batchId } = desk.planted.batch;
    await desk.api.put({ ...keyOf.document(tenantId, batchId, 'late'), ...failed, version: 1 });
    desk.start(plan);
    expect(desk.started[0]?.[0].items.map(({ id }) => id)).toEqual([
      'doc-1-of-northwind',
      'doc-2-of-northwind',
    ]);
  });

  it('starts one plan once, however often it is requested', async () => {
    const desk = await aPlanDesk([failed]);
    const plan = await desk.make();
    expect([1, 2, 3].map(() => desk.start(plan).ok)).toEqual([true, false, false]);
    expect(desk.started).toHaveLength(1);
    expect(desk.start(plan)).toMatchObject({
      failure: { code: 'plan-refused', why: 'already-started' },
    });
  });

  it('refuses it to another person, on another connection, in another world, and says who may', async () => {
    const desk = await aPlanDesk([failed]);
    const plan = await desk.make();
    const who = { id: 'support', name: 'Mira Okafor', role: 'support' as const, tenants: '*' as const };
    const admin = { id: 'admin', name: 'Ines', role: 'admin' as const, tenants: '*' as const };
    for (const [change, why] of [
      [{ who: admin }, 'another-plan'],
      [{ who: null }, 'another-plan'],
      [{ who, connection: production }, 'another-plan'],
      [{ connection: aConnectionSummary(), sandboxResets: 1 }, 'expired'],
    ] as const) {
      desk.change(change);
      expect(desk.start(plan)).toMatchObject({ ok: false, failure: { code: 'plan-refused', why } });
    }
    expect(desk.started).toEqual([]);
    desk.change({ sandboxResets: 0 });
    expect(desk.start(plan).ok).toBe(true);
  });

  it('refuses a hash different from the one shown, and an unknown plan', async () => {
    const desk = await aPlanDesk([failed]);
    const plan = await desk.make();
    expect(desk.start({ ...plan, hash: 'f'.repeat(64) })).toMatchObject({
      failure: { why: 'another-plan' },
    });
    expect(desk.start({ ...plan, planId: 'unheard-of' })).toMatchObject({ failure: { why: 'expired' } });
    expect(desk.started).toEqual([]);
  });

  it('is possible for exactly ten minutes', async () => {
    const desk = await aPlanDesk([failed]);
    const plan = await desk.make();
    const lasts = Date.parse(plan.expiresAt) - Date.parse(plan.madeAt);
    expect(lasts).toBe(600_000);
    desk.change({ laterMs: lasts });
    expect(desk.start(plan)).toMatchObject({ failure: { why: 'expired' } });
    desk.change({ laterMs: -1 });
    expect(desk.start(plan).ok).toBe(true);
  });

  it('says what is wrong with the typed confirmation in production', async () => {
    const desk = await aPlanDesk([failed, failed]);
    desk.change({ connection: production });
    const plan = await desk.make();
    expect(plan.typing).toEqual({ environment: 'production', count: 2 });
    const message = (typed: { environment: string; count: string } | undefined) => {
      const result = desk.start(plan, { typed });
      return result.ok ? 'started' : result.failure.message;
    };
    expect(message(undefined)).toBe('This is production. Type production. Nothing was started.');
    expect(message({ environment: 'staging', count: '2' })).toMatch(/^This is production/);
    expect(message({ environment: 'production', count: '31' })).toBe(
      'The plan has 2 to go. Type 2. Nothing was started.',
    );
    expect(message({ environment: ' production ', count: ' 2 ' })).toBe('started');
  });

  it('starts nothing if nothing is to be sent', async () => {
    const desk = await aPlanDesk([{ status: 'SUCCEEDED' }]);
    expect(desk.start(await desk.make())).toMatchObject({ failure: { why: 'nothing-to-do' } });
  });

  it('counts items that need a reason once there is one', async () => {
    const desk = await aPlanDesk([failed, { ...failed, run: 2 }], { run: 3 });
    await poison(desk, 0);
    desk.change({ connection: production });
    const plan = await desk.make();
    expect(plan.counts).toEqual({ go: 1, skip: 0, blocked: 1 });
    const environment = 'production';
    expect(desk.start(plan, { typed: { environment, count: '1' }, reason: 'a new model' })).toMatchObject({
      failure: {
        why: 'typed-wrong',
        message: 'With this reason the plan has 2 to go. Type 2. Nothing was started.',
      },
    });
    expect(desk.start(plan, { typed: { environment, count: '2' }, reason: 'a new model' }).ok).toBe(true);
    expect(desk.started[0]?.[1]).toEqual({ by: 'support', reason: 'a new model' });
  });

  it('requires a reason if nothing is sent without one', async () => {
    const desk = await aPlanDesk([failed], { run: 3 });
    await poison(desk, 0);
    const plan = await desk.make();
    expect(plan.cannotStart).toBeNull();
    expect(desk.start(plan)).toMatchObject({ failure: { why: 'reason-required' } });
    expect(desk.start(plan, { reason: 'the customer sent it again' }).ok).toBe(true);
  });

  it('writes what was started to the audit, with ids and numbers alone', async () => {
    const desk = await aPlanDesk([failed, failed]);
    const { planId, hash } = await desk.make();
    const ids = desk.plans.auditedIds('plans.start', { planId, hash, reason: 'private' });
    expect(ids).toEqual({
      hash,
      kind: 'reprocess',
      tenantId: 'northwind',
      batchId: 'batch-of-northwind',
      go: '2',
    });
    expect(desk.plans.auditedIds('session.actAs', { planId, hash })).toEqual({});
  });
});

describe('a plan whose person has lost rights since', { timeout: 20_000 }, () => {
  const ines = { id: 'admin', name: 'Ines Halvorsen', role: 'admin', tenants: '*' } as const;
  const redrive: PlanTarget = { kind: 'redrive-messages', queue: 'dead', messageIds: ['a'] };

  async function aDeskWithAMessage(): Promise<PlanDesk> {
    const desk = await aPlanDesk([failed]);
    desk.change({ who: ines });
    const message = { messageId: 'a', receiptHandle: 'handle', body: '{}', attributes: {}, system: {} };
    desk.held.add('local', 'dead', [{ receivedAt: 0, hiddenUntil: Number.MAX_SAFE_INTEGER, message }]);
    return desk;
  }

  /** Does with a plan all that a person can do with it. */
  function tryAll({ plans, start }: PlanDesk, plan: Plan): unknown[] {
    const { planId } = plan;
    return [
      plans.handlers['plans.items']({ planId, offset: 0 }, context),
      plans.handlers['plans.setPace']({ planId, pace: { ...usualPace, stopWhen: [] } }, context),
      start(plan),
    ];
  }

  it('is refused for a tenant that they no longer see, and starts for those that they do', async () => {
    const desk = await aDeskWithAMessage();
    const plan = await desk.make();
    desk.change({ who: { ...ines, tenants: ['kestrel'] } });
    for (const answer of tryAll(desk, plan)) {
      expect(answer).toMatchObject({
        failure: {
          code: 'plan-refused',
          why: 'another-plan',
          message:
            'This plan has tenants that you have no access to now. Make a new plan. Nothing was started.',
        },
      });
    }
    expect(desk.started).toEqual([]);
    desk.change({ who: { ...ines, tenants: ['kestrel', 'northwind'] } });
    for (const answer of tryAll(desk, plan)) expect(answer).toMatchObject({ ok: true });
  });

  it('is refused to who sees only some tenants, if it may be about any', async () => {
    const desk = await aDeskWithAMessage();
    const plan = await desk.make(redrive);
    desk.change({ who: { ...ines, tenants: ['northwind'] } });
    for (const answer of tryAll(desk, plan)) {
      expect(answer).toMatchObject({ failure: { why: 'another-plan' } });
    }
    expect(desk.started).toEqual([]);
  });

  it('is refused to a role that may not do it', async () => {
    const desk = await aDeskWithAMessage();
    const plan = await desk.make(redrive);
    desk.change({ who: { ...ines, role: 'support' } });
    for (const answer of tryAll(desk, plan)) {
      expect(answer).toMatchObject({ failure: { code: 'role-required', role: 'support' } });
    }
    expect(desk.started).toEqual([]);
    desk.change({ who: ines });
    for (const answer of tryAll(desk, plan)) expect(answer).toMatchObject({ ok: true });
  });
});

describe('a plan’s hash', { timeout: 20_000 }, () => {
  it('changes with each frozen value', async () => {
    const { hash, ...frozen } = await (await aPlanDesk([failed, { status: 'SUCCEEDED' }])).make();
    expect(planHash(frozen)).toBe(hash);
    const places = placesIn(frozen);
    expect(places.length).toBeGreaterThan(50);
    fc.assert(
      fc.property(fc.constantFrom(...places), (place) => {
        expect(planHash(changedAt(frozen, place))).not.toBe(hash);
      }),
      { numRuns: 200 },
    );
  });

  it('does not depend on the order of writing', async () => {
    const { hash, ...frozen } = await (await aPlanDesk([failed])).make();
    const turned = Object.fromEntries(Object.entries(frozen).toReversed());
    expect(planHash(turned as typeof frozen)).toBe(hash);
  });
});

type Place = readonly (string | number)[];

/** Returns the path to every value that contains no others. */
function placesIn(value: unknown, way: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [way];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([name, one]) => placesIn(one, [...way, name]));
}

function changedAt(plan: Omit<Plan, 'hash'>, place: Place): Omit<Plan, 'hash'> {
  const copy = structuredClone(plan);
  const last = place.at(-1) ?? '';
  const holder = place
    .slice(0, -1)
    .reduce(
      (at, name) => at[name] as Record<string | number, unknown>,
      copy as Record<string | number, unknown>,
    );
  const before = holder[last];
  holder[last] =
    typeof before === 'number' ? before + 1 : typeof before === 'boolean' ? !before : `${String(before)}x`;
  return copy;
}
