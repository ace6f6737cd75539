import type { ObjectiveRow, Objectives } from '../contract/objectives.ts';
import { counted, grouped } from './formatting.ts';
import { formatEdge } from './objective.ts';

interface ObjectiveFinding {
  /** The same as long as there is nothing new to tell. */
  readonly id: string;
  readonly isSpent: boolean;
  readonly title: string;
  /** The sentence says what happened, and what it means for the rest of the month. */
  readonly says: string;
  readonly ahead: string;
  readonly row: ObjectiveRow;
}

/** Lists the objectives whose allowance is spent, or soon will be. */
export function listObjectiveFindings({ rows, month }: Objectives): readonly ObjectiveFinding[] {
  return rows.flatMap((row) => {
    const standing = row.month?.standing;
    if (standing !== 'spent' && standing !== 'soon') return [];
    const { tenantId, projectId, workflowId, objective } = row;
    const isSpent = standing === 'spent';
    const { percent, minutes } = objective;
    return [
      {
        id: [standing, tenantId, projectId, workflowId, month, percent, minutes].join('|'),
        isSpent,
        title: `${isSpent ? 'Allowance spent' : 'Allowance will not last'}: ${nameRow(row)}`,
        says: formatMissed(row),
        ahead: formatAllowance(row),
        row,
      },
    ];
  });
}

function nameRow({ name, workflowId, tenantName, tenantId }: ObjectiveRow): string {
  return `${name ?? workflowId} of ${tenantName ?? tenantId}`;
}

/** "5 of 6 batches this month missed the objective of 95 % within 15 min: 4 failed, 1 took longer." */
function formatMissed(row: ObjectiveRow): string {
  const { month, objective } = row;
  if (month === null) return formatUncounted(row);
  const { missed, failed, batches } = month;
  const late = missed - failed;
  const how = [
    failed === 0 ? [] : `${grouped(failed)} failed`,
    late === 0 ? [] : `${grouped(late)} took longer`,
  ].flat();
  const promise = `${objective.percent} % within ${formatEdge(objective.minutes)}`;
  return `${formatAtLeast(row)}${grouped(missed)} of ${counted(batches, 'batch', 'batches')} this month missed the objective of ${promise}: ${how.join(', ')}.`;
}

/** "Of 7 batches expected this month, none may miss. Exceeded by 5." */
export function formatAllowance({ month }: ObjectiveRow): string {
  if (month === null || month.batches === 0) return '';
  const { allowed, left, expected, spentOn, standing } = month;
  if (allowed === null || left === null || expected === null) {
    return 'A forecast for the month follows on its second day.';
  }
  const most = Math.floor(allowed);
  const pace = `Of ${counted(expected, 'batch', 'batches')} expected this month, ${most === 0 ? 'none' : grouped(most)} may miss.`;
  if (standing === 'spent')
    return `${pace} ${left === 0 ? 'None is left.' : `Exceeded by ${grouped(-left)}.`}`;
  if (left === 0) return pace;
  const last = spentOn === null ? '' : `, at this pace until ${spentOn}`;
  return `${pace} ${grouped(left)} ${left === 1 ? 'is' : 'are'} left${last}.`;
}

/** Says that some batches may not be counted. */
export function formatAtLeast({ uncounted, isCut }: Pick<ObjectiveRow, 'uncounted' | 'isCut'>): string {
  return uncounted > 0 || isCut ? 'At least ' : '';
}

/** Says what is not counted, and why; null where everything is. */
export function formatUncounted({ uncounted, isCut, month }: ObjectiveRow): string {
  if (month === null && uncounted === 0) return 'Not read.';
  const runs = uncounted === 0 ? '' : `${counted(uncounted, 'run')} ended before durations were counted.`;
  return [runs, isCut ? 'Not all days were read.' : ''].filter((one) => one !== '').join(' ');
}

/** "2 running batches are late already." Batches that wait for their files are in no list. */
export function formatLate({ late }: ObjectiveRow): string {
  if (late === null) return 'Running batches were not read.';
  if (late.batches === 0) return late.isAtLeast ? 'Not all running batches were read.' : '';
  const atLeast = late.isAtLeast ? 'At least ' : '';
  return `${atLeast}${late.batches === 1 ? '1 running batch is' : `${grouped(late.batches)} running batches are`} late already.`;
}
