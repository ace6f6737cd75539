import type { Counted } from '#shared/contract/today.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { isUnknown } from './today-messages.ts';
import type { LeadTo } from './lead-to.ts';

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

interface Spark {
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

/** What something is read from, as far as it matters whether that is of now. */
export interface ReadFrom {
  readonly value: unknown;
  readonly failure: unknown;
}

/** It was read, and then could not be read again. */
export function isOld({ value, failure }: ReadFrom): boolean {
  return value !== undefined && failure !== undefined;
}

/** Below an old number stands that it is old, and nothing that would press somebody. */
export function markedOld(facts: FigureFacts, from: ReadFrom): FigureFacts {
  return isOld(from) ? { ...facts, sub: asBefore, isPressing: false } : facts;
}

/** What stands below a number, where it is read from somewhere else than the number. */
export function subFrom(from: ReadFrom, words: string): string {
  return isOld(from) ? `${words}, ${asBefore}` : words;
}

const asBefore = 'as read before';

/** "Failed batches", "Failed batches, at least" and the number; what nobody counted is unknown. */
export function countedFigure(
  label: string,
  counted: Counted | undefined,
): Pick<FigureFacts, 'label' | 'value'> {
  if (counted === undefined) return { label, value: undefined };
  if (isUnknown(counted)) return { label, value: 'unknown' };
  return { label: counted.isAtLeast ? `${label}, at least` : label, value: grouped(counted.count) };
}
