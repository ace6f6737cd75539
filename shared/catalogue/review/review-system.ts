import type { SystemDeclaration } from '../declaration.ts';
import { severities } from './finding.ts';
import type { Finding, ReviewRule, SampledItems } from './finding.ts';
import { hotPartitionKey } from './hot-partition-key.ts';
import {
  indexNoPatternUses,
  indexNotSparse,
  indexRepeatsTableKey,
  uncoveredProjection,
} from './index-rules.ts';
import { itemNear400Kb, timeOrNumberAsText, ttlInMilliseconds } from './attribute-rules.ts';
import { overloadedPrefixCollision, sameKeyCondition, tenantMissingFromKey } from './key-rules.ts';
import { patternWithoutIndex, relatedEntitiesApart } from './related-entities-apart.ts';
import { noListByTime, randomIdInTimeOrder } from './random-id-in-time-order.ts';

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

/** Lists the weaknesses of a schema, the worst first. `now`, in milliseconds, is the time of the sampled items. */
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
