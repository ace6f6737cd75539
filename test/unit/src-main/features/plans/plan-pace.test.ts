import { describe, expect, it } from 'vitest';
import { planHash } from '#main/features/plans/make-plan.ts';
import { whyNotConditions, whyNotSetPace, withPace } from '#main/features/plans/plan-pace.ts';
import type { PaceNow } from '#main/jobs/pace-view.ts';
import type { Pace } from '#shared/contract/pace.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { refused } from '#shared/contract/result.ts';
import { usualPace } from '#shared/domain/pace-rules.ts';
import { aPlan, aPlanOfMany } from '#test/builders/a-job-engine.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aPlanDesk, context, failed } from './a-plan-desk.ts';

const pace = (change: Partial<Pace>): Pace => ({ ...usualPace, ...change });

describe('a plan that is given another pace', () => {
  const made = aPlan(40, { typing: { environment: 'production', count: 40 } });

  it('keeps its items, and has another hash, other steps and another estimate', () => {
    const paced = valueOf(withPace(made, pace({ first: 12, steps: 'doubling' })));
    expect(paced.items).toBe(made.items);
    expect(paced).toMatchObject({
      ramp: [1, 2, 4, 5],
      typing: { environment: 'production', count: 12 },
      estimate: { usd: '0.198', lines: [], seconds: 60 },
    });
    const { hash, ...rest } = paced;
    expect(hash).toBe(planHash(rest));
    expect(hash).not.toBe(made.hash);
  });

  it.each<Partial<Pace>>([
    { first: 3 },
    { steps: [3] },
    { perSecond: 1 },
    { atOnce: 1 },
    { stopWhen: [{ alarm: 'throttles' }] },
    { beginWhen: { alarm: 'throttles' } },
  ])('has what limits the damage in its hash: %j', (change) => {
    const [one, other] = [valueOf(withPace(made, usualPace)), valueOf(withPace(made, pace(change)))];
    expect(one.hash).not.toBe(other.hash);
    expect(valueOf(withPace(made, pace(change))).hash).toBe(other.hash);
  });

  it('takes the time that the rate asks for', () => {
    expect(valueOf(withPace(made, pace({ perSecond: 0.1 }))).estimate.seconds).toBe(600);
    const messages = {
      ...made,
      kind: 'redrive-messages',
      estimate: { ...made.estimate, seconds: null },
    } as Plan;
    expect(valueOf(withPace(messages, pace({ perSecond: 4 }))).estimate.seconds).toBe(10);
    expect(valueOf(withPace(messages, pace({ atOnce: 4 }))).estimate.seconds).toBeNull();
  });

  it('counts the tenants that it still concerns', () => {
    const many = aPlanOfMany([
      { tenantId: 'northwind', go: 12 },
      { tenantId: 'contoso', go: 20 },
    ]);
    const typed = { ...many, typing: { environment: 'production', count: 32, tenants: 2 } };
    expect(valueOf(withPace(typed, pace({ first: 12 }))).typing).toEqual({
      environment: 'production',
      count: 12,
      tenants: 1,
    });
    expect(withPace(typed, pace({ atOnceOfTenant: 2, perSecondOfTenant: 1 })).ok).toBe(true);
  });

  it('is refused limits that mean nothing for it', () => {
    const single = { ...made, kind: 'redrive-execution' } as Plan;
    expect(withPace(single, pace({ perSecond: 1 }))).toMatchObject({ failure: { why: 'pace' } });
    expect(withPace(single, pace({ beginWhen: { alarm: 'throttles' } })).ok).toBe(true);
    expect(withPace(made, pace({ atOnceOfTenant: 2 }))).toMatchObject({ failure: { why: 'pace' } });
  });
});

describe('starting a plan with a pace', () => {
  it('requires the hash of the pace that was chosen last', async () => {
    const desk = await aPlanDesk(Array.from({ length: 20 }, () => failed));
    const made = await desk.make();
    const setPace = async (chosen: Pace) =>
      valueOf(await desk.plans.handlers['plans.setPace']({ planId: made.planId, pace: chosen }, context));
    const first = await setPace(pace({ first: 5 }));
    const second = await setPace(pace({ perSecond: 2 }));
    expect(new Set([made.hash, first.hash, second.hash]).size).toBe(3);
    expect(second.ramp).toEqual([1, 10, 9]);
    for (const old of [made, first]) {
      expect(desk.start(old)).toMatchObject({ ok: false, failure: { why: 'another-plan' } });
    }
    expect(desk.start(second).ok).toBe(true);
    expect(desk.started[0]?.[0]).toMatchObject({ pace: { perSecond: 2, first: null }, hash: second.hash });
    expect(
      await desk.plans.handlers['plans.setPace']({ planId: made.planId, pace: usualPace }, context),
    ).toMatchObject({ failure: { why: 'already-started' } });
  });

  it('counts only the first ones where the count has to be typed', async () => {
    const desk = await aPlanDesk(Array.from({ length: 20 }, () => failed));
    const { connection } = { connection: { id: 'local', name: 'prod', environment: 'production' } };
    desk.change({ connection: { ...connection, readOnly: false } as never });
    const made = await desk.make();
    const chosen = { planId: made.planId, pace: pace({ first: 5 }) };
    const plan = valueOf(await desk.plans.handlers['plans.setPace'](chosen, context));
    const typed = (count: string) => desk.start(plan, { typed: { environment: 'production', count } });
    expect(typed('20')).toMatchObject({ failure: { why: 'typed-wrong' } });
    expect(typed('5').ok).toBe(true);
    expect(desk.plans.auditedIds('plans.start', { planId: plan.planId, hash: plan.hash })).toMatchObject({
      go: '5',
      pace: expect.stringContaining('only the first 5'),
    });
  });

  it('is remembered for the workflow, and offered with its date the next time', async () => {
    const desk = await aPlanDesk(Array.from({ length: 3 }, () => failed));
    const { workflowId } = desk.planted.batch;
    const made = await desk.make();
    expect(made.lastPace).toBeUndefined();
    const chosen = pace({ perSecond: 2 });
    const plan = valueOf(
      await desk.plans.handlers['plans.setPace']({ planId: made.planId, pace: chosen }, context),
    );
    desk.change({ laterMs: 60_000 });
    expect(desk.start(plan).ok).toBe(true);
    const next = await desk.make();
    expect(next).toMatchObject({ pace: usualPace, lastPace: { pace: chosen, of: workflowId } });
    expect(Date.parse(next.lastPace?.at ?? '')).toBe(Date.parse(made.madeAt) + 60_000);
  });

  it.each<Partial<Pace>>([
    { stopWhen: [{ queue: 'document-dlq', over: 0 }] },
    { beginWhen: { alarm: 'throttles' } },
  ])('is not bound to what covers all tenants by a person who sees some: %j', async (condition) => {
    const desk = await aPlanDesk([failed, failed]);
    const { tenantId } = desk.planted.batch;
    const who = { id: 'support', name: 'Mira', role: 'support', tenants: [tenantId] };
    desk.change({ who: who as never });
    const made = await desk.make();
    const set = (chosen: Partial<Pace>) =>
      desk.plans.handlers['plans.setPace']({ planId: made.planId, pace: pace(chosen) }, context);
    expect(await set(condition)).toMatchObject({
      failure: { why: 'pace', message: expect.stringContaining('cover all tenants') as string },
    });
    expect(await set({ perSecond: 2 })).toMatchObject({ ok: true });
    // A condition of a colleague stays, and nothing is added to it.
    const before = pace(condition);
    const scope = { tenants: [tenantId] };
    expect(whyNotConditions(before, { before, who: scope })).toBeUndefined();
    expect(whyNotConditions(usualPace, { before, who: scope })).toBeUndefined();
    expect(whyNotConditions(before, { before: usualPace, who: scope })?.ok).toBe(false);
    expect(whyNotConditions(before, { before: usualPace, who: { tenants: '*' } })).toBeUndefined();
  });

  it('is not possible for another person', async () => {
    const desk = await aPlanDesk([failed]);
    const made = await desk.make();
    desk.change({ who: { id: 'another', name: 'Another', role: 'support', tenants: null } as never });
    expect(
      await desk.plans.handlers['plans.setPace']({ planId: made.planId, pace: usualPace }, context),
    ).toMatchObject({ failure: { why: 'another-plan' } });
  });
});

describe('changing the pace of a job', () => {
  const now: PaceNow = {
    pace: pace({ perSecond: 5 }),
    confirmed: pace({ perSecond: 5 }),
    waiting: 20,
    total: 28,
    typing: { environment: 'production', count: 28 },
    many: undefined,
    pacedAs: undefined,
  };
  const change = { kind: 'reprocess', typed: undefined, isStarter: true, whyReadOnly: null } as const;

  it('to something slower needs nothing, from anyone and on a locked connection', () => {
    const slower = { ...change, pace: pace({ perSecond: 1 }), isStarter: false, whyReadOnly: 'Read-only.' };
    expect(whyNotSetPace(now, slower)).toBeUndefined();
    expect(
      whyNotSetPace({ ...now, pace: pace({ perSecond: 1 }) }, { ...slower, pace: now.pace }),
    ).toBeUndefined();
  });

  it('beyond what was confirmed needs the same words as the start, from the person who started it', () => {
    const faster = { ...change, pace: pace({ perSecond: 20 }) };
    expect(whyNotSetPace(now, faster)).toMatchObject({ failure: { why: 'typed-wrong' } });
    expect(whyNotSetPace(now, { ...faster, typed: { environment: 'production', count: '20' } })?.ok).toBe(
      false,
    );
    expect(
      whyNotSetPace(now, { ...faster, typed: { environment: 'production', count: '28' } }),
    ).toBeUndefined();
    expect(whyNotSetPace({ ...now, typing: null }, faster)).toBeUndefined();
    expect(whyNotSetPace(now, { ...faster, isStarter: false })).toMatchObject({
      failure: {
        message: expect.stringContaining('Only the person who started the job can loosen the rate'),
      },
    });
    expect(whyNotSetPace(now, { ...faster, whyReadOnly: 'This connection is locked.' })?.ok).toBe(false);
  });

  it('is loosened by no one who may not start such a job, though they started this one', () => {
    const whyNotStart = refused({
      code: 'role-required',
      message: 'This requires the admin role; your role is support. Nothing was done.',
      role: 'support',
      allowed: ['admin'],
    });
    const ofSupport = { ...change, kind: 'redrive-messages', whyNotStart } as const;
    const free = { ...now, typing: null };
    expect(whyNotSetPace(free, { ...ofSupport, pace: pace({ perSecond: 20 }) })).toBe(whyNotStart);
    expect(whyNotSetPace(free, { ...ofSupport, pace: pace({ perSecond: 1 }) })).toBeUndefined();
  });

  it('never sends more items than the plan has', () => {
    const limited = { ...now, pace: pace({ first: 5 }), confirmed: pace({ first: 5 }), typing: null };
    expect(whyNotSetPace(limited, { ...change, pace: usualPace })).toMatchObject({
      failure: { message: expect.stringContaining('A job never sends more than its plan has') },
    });
  });
});
