import { expect, test } from 'vitest';
import { planPast } from '#local/world/past/past-plan.ts';
import { decideOutcome } from '#local/world/sheets/outcome.ts';
import { fingerprintOf } from '#shared/domain/fingerprint.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';

test('every failure of the seeded world has the one fingerprint of its cause', () => {
  const causes = new Map<string, Set<string>>();
  let failures = 0;
  for (const batch of planPast({ seed: '1', anchor: startOfTime }).batches) {
    for (let index = 0; index < batch.size; index += 1) {
      const { recipe } = batch.document(index);
      const outcome = decideOutcome(recipe, { run: 1, schema: batch.workflow.schema });
      if (outcome.ok) continue;
      failures += 1;
      const cause = `${outcome.error.stage} ${outcome.error.code}`;
      causes.set(cause, (causes.get(cause) ?? new Set()).add(fingerprintOf(outcome.error).id));
    }
  }
  expect(failures).toBeGreaterThan(100);
  for (const [cause, ids] of causes) expect([cause, ids.size]).toEqual([cause, 1]);
  expect(new Set([...causes.values()].flatMap((ids) => [...ids])).size).toBe(causes.size);
  expect(causes.size).toBeGreaterThan(5);
});
