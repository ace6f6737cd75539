import type { SystemDeclaration } from '../declaration.ts';
import { severities } from './finding.ts';
import type { Finding, ReviewRule, SampledItems } from './finding.ts';
import { hotPartitionKey } from './hot-partition-key.ts';
import { indexNoPatternUses } from './index-no-pattern-uses.ts';
import { indexNotSparse } from './index-not-sparse.ts';
import { indexRepeatsTableKey } from './index-repeats-table-key.ts';
import { itemNear400Kb } from './item-near-400kb.ts';
import { overloadedPrefixCollision } from './overloaded-prefix-collision.ts';
import { patternWithoutIndex } from './pattern-without-index.ts';
import { noListByTime, randomIdInTimeOrder } from './random-id-in-time-order.ts';
import { relatedEntitiesApart } from './related-entities-apart.ts';
import { sameKeyCondition } from './same-key-condition.ts';
import { tenantMissingFromKey } from './tenant-missing-from-key.ts';
import { timeOrNumberAsText } from './time-or-number-as-text.ts';
import { ttlInMilliseconds } from './ttl-in-milliseconds.ts';
import { uncoveredProjection } from './uncovered-projection.ts';

export type { Finding, SampledItems } from './finding.ts';

export const reviewRules: readonly ReviewRule[] = [
  hotPartitionKey,
  relatedEntitiesApart,
  patternWithoutIndex,
  tenantMissingFromKey,
  overloadedPrefixCollision,
  randomIdInTimeOrder,
  noListByTime,
  timeOrNumberAsText,
  ttlInMilliseconds,
  indexNotSparse,
  itemNear400Kb,
  uncoveredProjection,
  sameKeyCondition,
  indexNoPatternUses,
  indexRepeatsTableKey,
];

/** What a schema will be sorry for, the worst first. `now`, in milliseconds, dates what was read. */
export function reviewSystem(
  system: SystemDeclaration,
  sampled: SampledItems = {},
  now?: number,
): readonly Finding[] {
  const findings = reviewRules.flatMap(({ name, check, checkItems }) =>
    [...check(system), ...(checkItems?.(system, sampled, now) ?? [])].map((observation) => ({
      rule: name,
      ...observation,
    })),
  );
  return severities.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
}
