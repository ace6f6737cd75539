import type { Randomness } from './randomness.ts';

export type FaultKind =
  | 'throttle'
  | 'server-error'
  | 'expired-token'
  /** Fails as if a policy did not allow the call. */
  | 'denied'
  /** The change happens, and the connection breaks before the answer. */
  | 'reset-after-apply'
  | 'slow'
  /** Some entries of a batch are refused or left unprocessed. */
  | 'partial-batch'
  /** Reads of an index see the table as it was `ms` ago. */
  | 'index-lag';

/** Describes a fault, where it strikes and how often. A member that is left out matches anywhere and always. */
export interface FaultRule {
  readonly id: string;
  readonly kind: FaultKind;
  readonly service?: string;
  readonly operation?: string;
  /** The request must contain this text: a table, a queue, a key. */
  readonly mentions?: string;
  /** The duration, for `slow` and `index-lag`. */
  readonly ms?: number;
  /** The share of matching calls that fail, from 0 to 1. */
  readonly share?: number;
  /** The rule is removed after it has struck this often. */
  readonly times?: number;
}

export interface FaultSite {
  readonly service: string;
  readonly operation: string;
  readonly request: string;
}

/** Causes faults by rule. Only tests and the sandbox's own page set rules. */
export interface Faults {
  set(rules: readonly FaultRule[]): void;
  rules(): readonly FaultRule[];
  /** The first rule of this kind that strikes here; counts it as used. */
  strike(kind: FaultKind, site: FaultSite): FaultRule | undefined;
  /** How far an index trails its table, in milliseconds; 0 without a rule. */
  indexLag(table: string, index: string): number;
}

export function createFaults(randomness: Randomness): Faults {
  let rules: (FaultRule & { left: number })[] = [];
  return {
    set(next) {
      rules = next.map((rule) => ({ ...rule, left: rule.times ?? Number.POSITIVE_INFINITY }));
    },
    rules: () => rules.filter((rule) => rule.left > 0).map(({ left: _left, ...rule }) => rule),
    strike(kind, site) {
      const rule = rules.find(
        (candidate) =>
          candidate.kind === kind &&
          matches(candidate, site) &&
          (candidate.share === undefined || randomness.unit() < candidate.share),
      );
      if (rule) rule.left -= 1;
      return rule;
    },
    indexLag(table, index) {
      const here = { service: 'dynamodb', operation: 'Query', request: `${table}/${index}` };
      return rules.find((rule) => rule.kind === 'index-lag' && matches(rule, here))?.ms ?? 0;
    },
  };
}

function matches(rule: FaultRule & { left: number }, site: FaultSite): boolean {
  return (
    rule.left > 0 &&
    (rule.service === undefined || rule.service === site.service) &&
    (rule.operation === undefined || rule.operation === site.operation) &&
    (rule.mentions === undefined || site.request.includes(rule.mentions))
  );
}
