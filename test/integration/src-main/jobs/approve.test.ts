import { expect, test } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSession } from '#test/builders/a-session.ts';
import { aJobsDesk } from './a-jobs-desk.ts';

const patience = { timeout: 120_000 };
const target = { kind: 'approve-documents', of: { is: 'matching' } } as const;

test('approves what nothing speaks against, each by its own claim, and says why others are left out', patience, async () => {
  const desk = await aJobsDesk();
  expect(await desk.call('plans.make', { target })).toMatchObject({ failure: { code: 'role-required' } });
  const admin = aSession().personas.find(({ role }) => role === 'admin') ?? null;
  desk.be({ who: admin });
  const plan = valueOf(await desk.call('plans.make', { target }));
  const items = valueOf(await desk.call('plans.items', { planId: plan.planId, offset: 0 }));
  const reasons = new Map<string, number>();
  for (const { verdict, why } of items.items) {
    const kind = `${verdict}: ${why.replace(/:.*/, '')}`;
    reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
  }
  console.log(plan.counts, plan.checks, [...reasons], plan.reads);
  expect(plan.counts.go + plan.counts.skip + plan.counts.blocked).toBeGreaterThan(50);
});
