import type { AccuracyBand, FieldAccuracy } from '../../contract/review/accuracy.ts';
import { auroc } from './auroc.ts';
import { wilsonInterval } from './wilson.ts';

/** What a person has found of one reading of a field. */
export interface Judgement {
  readonly field: string;
  /** As the readers had it before anybody looked. */
  readonly confidence: number;
  readonly isRight: boolean;
}

const fewest = 30;
/** Below it a score does little better than a coin. */
const leastAuroc = 0.6;
/** Where a band begins. Most scores are high, so there they are told apart more finely. */
const starts = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95];

/** By field: how often the readers were right, by score, and whether the score says so. Those with most first. */
export function observedAccuracy(judgements: readonly Judgement[]): FieldAccuracy[] {
  const byField = new Map<string, Judgement[]>();
  for (const one of judgements) {
    const of = byField.get(one.field) ?? [];
    of.push(one);
    byField.set(one.field, of);
  }
  return [...byField]
    .map(([field, of]) => accuracyOf(field, of))
    .toSorted((a, b) => b.n - a.n || (a.field < b.field ? -1 : 1));
}

function accuracyOf(field: string, judgements: readonly Judgement[]): FieldAccuracy {
  const ranks = auroc(judgements);
  return {
    field,
    ...counted(judgements),
    bands: starts.flatMap((from, at) => bandOf(from, starts[at + 1], judgements)),
    auroc: ranks,
    verdict: verdictOf(judgements.length, ranks),
  };
}

function verdictOf(n: number, ranks: number | null): FieldAccuracy['verdict'] {
  if (n < fewest) return 'too few';
  return ranks === null || ranks < leastAuroc ? 'does not rank' : 'ranks';
}

/** The last band holds 1 as well. */
function bandOf(from: number, to: number | undefined, judgements: readonly Judgement[]): AccuracyBand[] {
  const inside = judgements.filter(
    ({ confidence }) => confidence >= from && (to === undefined || confidence < to),
  );
  return inside.length === 0 ? [] : [{ from, to: to ?? 1, ...counted(inside) }];
}

function counted(judgements: readonly Judgement[]): Pick<AccuracyBand, 'n' | 'right' | 'low' | 'high'> {
  const n = judgements.length;
  const right = judgements.filter(({ isRight }) => isRight).length;
  return { n, right, ...wilsonInterval(right, n) };
}
