import type { Counted } from '#shared/contract/today/today.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { isUnknown } from '../counted-words.ts';
import type { LeadTo } from '../lead/lead-to.ts';

/** One headline figure, in words. */
export interface FigureFacts {
  readonly id: FigureId;
  readonly label: string;
  /** Undefined while it is being read. */
  readonly value: string | undefined;
  readonly unit?: string | undefined;
  readonly sub: string;
  /** What it says below needs somebody soon. */
  readonly isPressing?: boolean | undefined;
  readonly lead: LeadTo;
  readonly spark?: Spark | undefined;
}

export interface Spark {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly tone: 'failed' | 'review';
}

export type FigureId =
  | 'failed-batches'
  | 'failed-documents'
  | 'running'
  | 'waiting'
  | 'overdue'
  | 'oldest'
  | 'decided'
  | 'dead-letters'
  | 'alarms'
  | 'downloads'
  | 'jobs';

/** "Failed batches", "Failed batches, at least" and the number; what nobody counted is unknown. */
export function countedFigure(
  label: string,
  counted: Counted | undefined,
): Pick<FigureFacts, 'label' | 'value'> {
  if (counted === undefined) return { label, value: undefined };
  if (isUnknown(counted)) return { label, value: 'unknown' };
  return { label: counted.isAtLeast ? `${label}, at least` : label, value: grouped(counted.count) };
}
