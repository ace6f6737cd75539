import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench } from '#scripts/bench-figure.ts';
import { measuredBy } from './measured-by.ts';
import type { MeasuredJournal } from './programs/measure-journal.ts';
import type { MeasuredPlans } from './programs/measure-plans.ts';

/** Measures the planning for a group of failed documents, and the journal of a large job. */
export const bench: Bench = async () => {
  const made = await measuredBy<MeasuredPlans>('measure-plans');
  const { plans, items, goes, calls, receipt, together, single, beside, rru } = made;
  const journal = await measuredBy<MeasuredJournal>('measure-journal');
  const [inOne, oneByOne, atOnce] = [together, single, beside].map((times) => percentile(times, 0.5));
  if (inOne === undefined || oneByOne === undefined || atOnce === undefined) throw new Error('Not measured');
  return [
    {
      name: 'triage.plan.p50',
      value: rounded(percentile(plans, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: plans.length,
      note: `${items} failed documents of which ${goes} go, through the gate to the sandbox's thread: ${calls} calls, ${receipt?.items} items, ${receipt?.rru} RRU; p95 ${rounded(percentile(plans, 0.95))}`,
      bar: 250,
    },
    {
      name: 'triage.plan.batch-get-gain',
      value: rounded(oneByOne / inOne),
      unit: '×',
      better: 'higher',
      n: together.length,
      note: `${items} GetItem one after the other (${rounded(oneByOne)} ms) against one BatchGetItem (${rounded(inOne)} ms), in turns; all at once ${rounded(atOnce)} ms; ${rru.single} and ${rru.together} RRU; without a network, on which each call waits once more`,
    },
    {
      name: 'triage.journal.line.p50',
      value: rounded(percentile(journal.appends, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: journal.appends.length,
      note: `one line written and forced to disk; p95 ${rounded(percentile(journal.appends, 0.95))}`,
    },
    {
      name: 'triage.journal.fold.p50',
      value: rounded(percentile(journal.folds, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: journal.folds.length,
      note: `the journal of a job of 10,000 documents, ${journal.lines.toLocaleString('en')} lines and ${rounded(journal.megabytes)} MB, read and checked from its first line to its last`,
    },
  ];
};
