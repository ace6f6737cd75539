import { describe, expect, test } from 'vitest';
import { planPast } from '#local/world/past/past-plan.ts';
import { decideOutcome, type SheetUsage } from '#local/world/sheets/outcome.ts';
import type { Usage } from '#shared/contract/triage/documents.ts';
import { expectedUsage, planningUsage } from '#shared/pricing/expected-usage.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';

const none: Usage = { textract: null, gapFill: null, verify: null };

describe('what one more document will consume', () => {
  test('where nothing is known, what was planned for', () => {
    expect(expectedUsage([])).toEqual({ usage: planningUsage, n: 0 });
    expect(expectedUsage([none, { ...none, textract: { pages: null, ms: 9 } }])).toEqual({
      usage: planningUsage,
      n: 0,
    });
  });

  test('the mean of those that are known, stage by stage', () => {
    const known: readonly Usage[] = [
      { ...none, textract: { pages: 1, ms: 4_000 } },
      {
        ...none,
        textract: { pages: 2, ms: 5_000 },
        gapFill: { ...planningUsage.gapFill, inputTokens: 101, outputTokens: 7 },
      },
      {
        ...none,
        textract: { pages: 2, ms: null },
        gapFill: { ...planningUsage.gapFill, inputTokens: 104, outputTokens: 9 },
      },
    ];
    expect(expectedUsage(known)).toEqual({
      usage: {
        textract: { pages: 1.67, ms: 4_500 },
        gapFill: { model: 'claudeHaiku45.regional', inputTokens: 103, outputTokens: 8, ms: 4_000 },
        verify: planningUsage.verify,
      },
      n: 3,
    });
  });

  test('of several models the one that most of them used', () => {
    const of = (model: string, inputTokens: number): Usage => ({
      ...none,
      verify: { ...planningUsage.verify, model, inputTokens },
    });
    const { usage } = expectedUsage([of('novaLite', 5), of('novaPro', 100), of('novaPro', 300)]);
    expect(usage.verify).toMatchObject({ model: 'novaPro', inputTokens: 200 });
  });

  test('what was planned for is the mean of the seeded world', () => {
    const { batches } = planPast({ seed: '1', anchor: startOfTime });
    const usages = batches.flatMap((batch) =>
      Array.from({ length: batch.size }, (_, index) => {
        const { recipe } = batch.document(index);
        const outcome = decideOutcome(recipe, { run: 1, schema: batch.workflow.schema });
        return outcome.ok ? outcome.usage : null;
      }).filter((usage): usage is SheetUsage => usage !== null),
    );
    expect(usages.length).toBeGreaterThan(10_000);
    const { usage: measured } = expectedUsage(usages);
    for (const stage of ['textract', 'gapFill', 'verify'] as const) {
      for (const [name, planned] of Object.entries(planningUsage[stage])) {
        const value: unknown = Reflect.get(measured[stage] ?? {}, name);
        if (typeof planned === 'string') expect(value).toBe(planned);
        else expect(Math.abs(Number(value) / planned - 1), `${stage} ${name}`).toBeLessThan(0.05);
      }
    }
  });
});
