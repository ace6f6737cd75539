import { objectivePercents } from '#shared/domain/objective.ts';

/** The sentences of a workflow's objective. */
export const messages = {
  objective: 'Objective',
  none: 'none',
  hint: 'how many batches should be done in time',
  percent: 'Batches',
  percentHint: 'Percent of the batches of a month. Leave it empty for no objective.',
  percentWrong: `A number from ${objectivePercents.least} to ${objectivePercents.most}, with at most one decimal.`,
  minutes: 'Within',
  minutesHint:
    'From submission until the first run of the batch has ended. Only these durations are counted.',
  counts:
    'A batch counts once, in the month in which its first run ended. A batch that failed misses its objective, however soon it failed and whatever repaired it later.',
  month: 'This month',
  monthHint: 'by UTC',
  notSaved: 'Save an objective to compare the batches of this month with it.',
  reading: 'Comparing the batches of this month',
  notRead: "Couldn't compare the batches of this month.",
  notOffered: 'This workflow was not found among those with an objective yet. Reload in a moment.',
  side: {
    which: 'Affected batches',
    whichText:
      'All batches of this month, also those that have ended: durations are counted for every batch. Nothing is run differently.',
    savedDetail: 'Monitor and Today compare the batches of this month with it.',
  },
};
