import type { Attributes } from '../items/attribute-value.ts';
import type { ExtraWrites } from '../questions/propose-index.ts';
import type { SystemDeclaration } from '../declaration.ts';

export const severities = ['high', 'medium', 'low'] as const;
export type Severity = (typeof severities)[number];

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** "downloads.jobs.StatusIndex" */
  readonly at: string;
  /** What is so, in one sentence. */
  readonly says: string;
  /** Why it matters. */
  readonly why: string;
  /** What to do, the cheaper way first. */
  readonly remedy: string;
  readonly table?: string;
  readonly pattern?: string;
  /** The most that the remedy adds in a day, so that a page can price it. */
  readonly writes?: ExtraWrites;
}

export type Observation = Omit<Finding, 'rule'>;

/** By table: items as they were read. */
export type SampledItems = Readonly<Record<string, readonly Attributes[]>>;

export interface ReviewRule {
  readonly name: string;
  readonly check: (system: SystemDeclaration) => readonly Observation[];
  /** What only items can show. `now` is in milliseconds since 1970. */
  readonly checkItems?: (
    system: SystemDeclaration,
    sampled: SampledItems,
    now: number | undefined,
  ) => readonly Observation[];
}
