import type { Attributes } from '../items/attribute-value.ts';
import type { ExtraWrites } from '../questions/propose-index.ts';
import type { SystemDeclaration } from '../declaration.ts';

export const severities = ['high', 'medium', 'low'] as const;
export type Severity = (typeof severities)[number];

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** The place of the finding: "downloads.jobs.StatusIndex" */
  readonly at: string;
  /** States the fact in one sentence. */
  readonly says: string;
  /** Explains why it matters. */
  readonly why: string;
  /** Suggests what to do, the cheaper way first. */
  readonly remedy: string;
  readonly table?: string;
  readonly pattern?: string;
  /** The most that the remedy adds in a day, so that a page can price it. */
  readonly writes?: ExtraWrites;
}

export type Observation = Omit<Finding, 'rule'>;

/** The items that were read, per table. */
export type SampledItems = Readonly<Record<string, readonly Attributes[]>>;

export interface ReviewRule {
  readonly name: string;
  readonly check: (system: SystemDeclaration) => readonly Observation[];
  /** Checks what only items can show. `now` is in milliseconds since 1970. */
  readonly checkItems?: (
    system: SystemDeclaration,
    sampled: SampledItems,
    now: number | undefined,
  ) => readonly Observation[];
}
