import type { FailureGroup } from '#shared/domain/failure-groups.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { sameAgainWords } from './same-again.ts';

/** "inv-0398.pdf and 30 more, gap-fill, run 3 failed too" */
export function groupDetail(group: FailureGroup): string {
  const [first, ...others] = group.documents;
  const name = first === undefined ? 'no document' : (first.fileName ?? first.documentId);
  const parts = [others.length === 0 ? name : `${name} and ${grouped(others.length)} more`];
  if (group.stage !== null) parts.push(group.stage);
  const again = sameAgainWords(group);
  if (again !== null) parts.push(again);
  if (group.retriedRun !== null) parts.push(`failed again in run ${grouped(group.retriedRun)}`);
  return parts.join(', ');
}

/** "35 documents, 3 causes"; "the 100 read of 340, at least 3 causes" while not all are read. */
export function groupsHint(read: number, counted: number | null, causes: number, complete: boolean): string {
  const words = `${grouped(causes)} ${causes === 1 ? 'cause' : 'causes'}`;
  if (complete) return `${grouped(read)} ${read === 1 ? 'document' : 'documents'}, ${words}`;
  if (read === 0) return `${grouped(counted ?? 0)} failed, none of them read yet`;
  const of = counted === null ? '' : ` of ${grouped(counted)}`;
  return `${grouped(read)}${of} documents read, at least ${words}`;
}

/** "at least 100" */
export function groupCount(count: number, complete: boolean): string {
  return complete ? grouped(count) : `at least ${grouped(count)}`;
}

/** "14:06:52"; with the day where that is not today's. */
export function clockWords(at: number, now: number): string {
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date(now).toDateString();
  return isToday ? time.format(moment) : day.format(moment);
}

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
