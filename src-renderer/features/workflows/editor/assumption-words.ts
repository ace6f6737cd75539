import type { WorkflowSample } from '#shared/contract/workflows/workflows.ts';
import { intakeADay } from '#shared/domain/thresholds/what-if.ts';
import type { Assumptions } from './assumptions.ts';
import { amountText, countedText } from './figure-words.ts';

/** "12.4 documents a day (372 in 30 days)" */
export function intakeWords(intake: WorkflowSample['intake']): string {
  const perDay = intakeADay(intake);
  if (perDay === null) return 'what comes in is unknown';
  const days = intake.days < 1 ? 'under a day' : countedText(Math.round(intake.days), 'day', 'days');
  const atLeast = intake.isAtLeast ? 'at least ' : '';
  return `${atLeast}${amountText(perDay)} documents a day (${intake.documents.toLocaleString('en')} in ${days})`;
}

/** "74 s a review (median of 21), $38 an hour (assumed)" */
export function assumptionWords({ seconds, secondsFrom, n, rate, rateFrom }: Assumptions): string {
  const from = {
    measured: `median of ${String(n ?? 0)}`,
    typed: 'as typed',
    assumed: 'assumed',
  }[secondsFrom];
  return `${amountText(seconds)} s a review (${from}), $${rate} an hour (${rateFrom === 'typed' ? 'as typed' : 'assumed'})`;
}
