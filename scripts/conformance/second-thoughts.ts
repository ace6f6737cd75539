import type { Assertion } from './assertion.ts';
import type { Implementation } from './implementation.ts';
import type { Judgement } from './judgement.ts';
import { runAssertions, type Result } from './run-assertions.ts';

const tries = 3;

/**
 * Repeats unexplained differences with nothing else running, because some emulators fail now and then under several
 * calls at once, and only a repeated difference is their behaviour. Pocket AWS gets no second try.
 */
export async function onSecondThoughts(
  results: readonly Result[],
  implementation: Implementation,
  suite: readonly Assertion[],
  judgements: readonly Judgement[],
): Promise<Result[]> {
  const judged = new Set(
    judgements.flatMap((judgement) =>
      judgement.implementation === implementation.name ? judgement.ids : [],
    ),
  );
  const again = new Map<string, Result>();
  if (implementation.grants.includes('clock')) return [...results];
  for (const { id, outcome } of results) {
    if (outcome !== 'differs' || judged.has(id)) continue;
    const assertion = suite.filter((each) => each.id === id);
    for (let tried = 1; tried < tries && again.get(id)?.outcome !== 'agrees'; tried += 1) {
      const [result] = await runAssertions(assertion, implementation);
      if (result) again.set(id, result);
    }
  }
  return results.map((result) => again.get(result.id) ?? result);
}
