import { describe, it } from 'vitest';
import type { Service } from '#scripts/conformance/assertion.ts';
import { pocketAwsInProcess } from '#scripts/conformance/implementation.ts';
import { applies, runAssertion, readService } from '#scripts/conformance/run-assertions.ts';
import { suite } from './suite.ts';

/** Runs every assertion about these services as a test of pocket AWS, each in a new world. */
export function againstPocketAws(services: readonly Service[]): void {
  const pocketAws = pocketAwsInProcess();
  describe.each(services)('pocket AWS is as AWS says: %s', (service) => {
    for (const assertion of suite.filter(({ id }) => readService(id) === service)) {
      if (!applies(assertion, pocketAws)) continue;
      it(`${assertion.id}: ${assertion.says}`, () => runAssertion(assertion, pocketAws));
    }
  });
}
