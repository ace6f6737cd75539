import type { Counted } from '#shared/contract/today.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { isUnknown } from './messages.ts';
import type { LeadTo } from './lead-to.ts';
import { messages } from './messages.ts';

/** The texts of one headline figure. */
export interface FigureFacts {
  readonly id: FigureId;
  readonly label: string;
  /** Undefined while it is being read. */
  readonly value: string | undefined;
  readonly unit?: string | undefined;
  readonly sub: string;
  /** The text below reports something urgent. */
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

/** The source of a value, used to check whether the value is current. */
export interface ReadFrom {
  readonly value: unknown;
  readonly failure: unknown;
}

/** The value was read once and could not be read again. */
export function isOld({ value, failure }: ReadFrom): boolean {
  return value !== undefined && failure !== undefined;
}

/** Marks an old number as old and removes its urgency. */
export function markOld(facts: FigureFacts, from: ReadFrom): FigureFacts {
  return isOld(from) ? { ...facts, sub: asBefore, isPressing: false } : facts;
}

/** Returns the text below a number if its source is another than that of the number. */
export function describeSub(from: ReadFrom, words: string): string {
  return isOld(from) ? `${words}, ${asBefore}` : words;
}

const asBefore = messages.figures.asBefore;

/**
 * "Failed batches", "Failed batches, at least" and the number. A number that was not counted is shown as
 * unknown.
 */
export function toCountedFigure(
  label: string,
  counted: Counted | undefined,
): Pick<FigureFacts, 'label' | 'value'> {
  if (counted === undefined) return { label, value: undefined };
  if (isUnknown(counted)) return { label, value: 'unknown' };
  return { label: counted.isAtLeast ? `${label}, at least` : label, value: grouped(counted.count) };
}
