import type { Flag } from '#shared/contract/review/document.ts';
import { spanWords } from '#renderer/ui/relative-time/relative-words.ts';
import type { ReviewAddress } from '../review-address.ts';
import { flagLooks } from './queue-words.ts';

type Filters = Pick<ReviewAddress, 'workflow' | 'reasons' | 'olderThanMinutes' | 'amountFrom' | 'amountTo'>;

export const noFilters: Filters = {
  workflow: null,
  reasons: [],
  olderThanMinutes: null,
  amountFrom: null,
  amountTo: null,
};

export function isFiltered(address: Filters): boolean {
  const { workflow, reasons, olderThanMinutes, amountFrom, amountTo } = address;
  return (
    workflow !== null ||
    reasons.length > 0 ||
    olderThanMinutes !== null ||
    amountFrom !== null ||
    amountTo !== null
  );
}

/** "Any reason", "Readers disagree", "2 reasons". */
export function reasonsWords(reasons: readonly Flag[]): string {
  if (reasons.length === 0) return 'Any reason';
  if (reasons.length > 1) return `${String(reasons.length)} reasons`;
  return flagLooks.find(({ flag }) => flag === reasons[0])?.long ?? 'Any reason';
}

/** Nothing is chosen; no id of a workflow has a space in it. */
export const any = 'any of them';

/** As a select has it. */
export function ageOf(minutes: number | null): string {
  return minutes === null ? any : String(minutes);
}

/** The usual ones, and that of an address. */
export function ages(chosen: number | null): readonly { readonly value: string; readonly label: string }[] {
  const minutes = new Set([...usualAges, ...(chosen === null ? [] : [chosen])]);
  return [
    { value: any, label: 'Any age' },
    ...[...minutes]
      .toSorted((left, right) => left - right)
      .map((age) => ({ value: String(age), label: `Over ${spanWords(age * 60_000)}` })),
  ];
}

const usualAges = [60, 240, 1_440, 4_320, 10_080];
