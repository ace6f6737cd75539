import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNames as useScreenNames } from '#renderer/contract/names.tsx';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
import { formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { QueuePage, QueueRow } from '#shared/contract/review.ts';
import type { Reviewers } from '#shared/contract/review-figures.ts';
import { listOnlyTenants } from '#shared/permissions.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import { leastForFigure, minutesUntilClear } from '#shared/domain/review/reviewer-figures.ts';
import { formatCount, formatSeconds, reviewerMessages } from './queue-messages.ts';
import { findTurn } from './queue-rows.ts';
import { useNames } from './use-people.ts';
import styles from './queue.module.css';

interface ReviewersNowProps {
  readonly tenantId: string | null;
  readonly rows: readonly QueueRow[];
  readonly said: Pick<QueuePage, 'waiting' | 'waitingExact'> | undefined;
  readonly me: string | null;
  readonly now: number;
}

/** Shows who reviews now and when the queue is clear at this pace; details are read when they are opened. */
export function ReviewersNow({ tenantId, rows, said, me, now }: ReviewersNowProps) {
  const [isOpen, setOpen] = useState(false);
  const asked = tenantId === null ? {} : { tenantId };
  const latest = useQuery({
    ...operationOptions('review.reviewers', { ...asked, figures: false }),
    staleTime,
  });
  const detailed = useQuery({
    ...operationOptions('review.reviewers', { ...asked, figures: true }),
    enabled: isOpen,
    staleTime,
  });
  useShowReceipt('reviewers', latest.data?.receipt);
  useShowReceipt('reviewer figures', detailed.data?.receipt);
  const read = detailed.data?.value ?? latest.data?.value;
  const people = read === undefined ? [] : listPeople(read, rows, me, now);
  const ids = [...people, ...(read?.figures ?? []).map(({ personId }) => personId)];
  const nameOf = useReviewerNames(tenantId, isOpen ? ids : []);
  if (read === undefined) return null;
  const words = describePeople(people.length);
  const clear = said && describeClear(said, read);
  return (
    <Popover
      title={reviewerMessages.title}
      align="end"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" variant="ghost" icon="person" opens>
          {clear === undefined || clear.short === '' ? words : `${words}, ${clear.short}`}
        </Button>
      }
    >
      <div className={styles.reviewers}>
        <p>
          {people.length === 0
            ? reviewerMessages.noneNow
            : reviewerMessages.now(people.map(nameOf).join(', '))}
        </p>
        {clear === undefined ? null : <p>{clear.long}</p>}
        <ReviewerFigures read={detailed.data?.value} isReading={detailed.isFetching} nameOf={nameOf} />
        {detailed.error === null ? null : <p>{reviewerMessages.notRead}</p>}
      </div>
    </Popover>
  );
}

/** A person with a few tenants asks those for their users. Whoever sees all asks for each reviewer, once. */
function useReviewerNames(tenantId: string | null, ids: readonly string[]): (id: string) => string {
  const { me } = usePersonHere();
  const screen = useScreenNames();
  const own = tenantId === null ? listOnlyTenants(me) : [tenantId];
  const tenants = ids.length === 0 ? [] : (own ?? []).slice(0, mostTenants);
  const ofTenants = useNames(tenants.map((one) => ({ tenantId: one, ids })));
  return (id) => {
    if (id === me?.id || tenants.length > 0 || !ids.includes(id)) return ofTenants(id);
    return screen.person(id);
  };
}

const mostTenants = 20;
const staleTime = 60_000;

interface ReviewerFiguresProps {
  readonly read: Reviewers | undefined;
  readonly isReading: boolean;
  readonly nameOf: (id: string) => string;
}

function ReviewerFigures({ read, isReading, nameOf }: ReviewerFiguresProps) {
  if (read === undefined) return isReading ? <p>{reviewerMessages.loading}</p> : null;
  return (
    <>
      <table className={styles.reviewerTable}>
        <caption>{read.seesAll ? reviewerMessages.everyone : reviewerMessages.yours}</caption>
        <thead>
          <tr>
            <th scope="col">{reviewerMessages.name}</th>
            <th scope="col">{reviewerMessages.decided}</th>
            <th scope="col">{reviewerMessages.pace}</th>
            <th scope="col">{reviewerMessages.accuracy}</th>
          </tr>
        </thead>
        <tbody>
          {read.figures.map((one) => (
            <tr key={one.personId}>
              <th scope="row">{nameOf(one.personId)}</th>
              <td>{grouped(one.decided)}</td>
              <td>{describePace(one)}</td>
              <td>{read.judgedAreRead ? describeAccuracy(one) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {read.figures.length === 0 ? <p>{reviewerMessages.noFigures}</p> : null}
      <p className={styles.hint}>
        {read.judgedAreRead ? reviewerMessages.how : reviewerMessages.chooseTenant}
      </p>
    </>
  );
}

/** Adds those who hold a listed document, because their consoles may not have told what they did yet. */
export function listPeople(
  { onDesk }: Pick<Reviewers, 'onDesk'>,
  rows: readonly QueueRow[],
  me: string | null,
  now: number,
): readonly string[] {
  const holders = rows.flatMap((row) => {
    const turn = findTurn(row, me, now);
    return turn.kind === 'held' && turn.until !== null ? [turn.by] : [];
  });
  return [...new Set([...onDesk.map(({ personId }) => personId), ...holders])];
}

function describePeople(count: number): string {
  return count === 0 ? reviewerMessages.none : reviewerMessages.count(count);
}

/** Says when the queue is clear at the pace of the last hour, and how that was computed. */
export function describeClear(
  { waiting, waitingExact }: Pick<QueuePage, 'waiting' | 'waitingExact'>,
  { decidedLastHour, isAtLeast }: Pick<Reviewers, 'decidedLastHour' | 'isAtLeast'>,
): { readonly short: string; readonly long: string } {
  const decided = formatCount(decidedLastHour, !isAtLeast);
  const minutes = minutesUntilClear(waiting, decidedLastHour);
  if (waiting === 0) return { short: '', long: reviewerMessages.clearNow };
  if (minutes === null) {
    return { short: '', long: reviewerMessages.tooFew(decided, String(leastForFigure)) };
  }
  const time = formatTimeSpan(minutes * 60_000);
  const documents = `${waitingExact ? '' : 'at least '}${counted(waiting, 'document')}`;
  return {
    short: reviewerMessages.clearIn(time),
    long: reviewerMessages.computed(documents, decided, time),
  };
}

type Figures = Reviewers['figures'][number];

export function describePace({ medianSeconds, pauses }: Figures): string {
  const n = `n\u00A0=\u00A0${grouped(pauses)}`;
  return medianSeconds === null ? reviewerMessages.tooFewOf(n) : `${formatSeconds(medianSeconds)}, ${n}`;
}

export function describeAccuracy({ accuracy, judged }: Figures): string {
  const n = `n\u00A0=\u00A0${grouped(judged)}`;
  if (accuracy === null) return reviewerMessages.tooFewOf(n);
  return `${formatPercent(accuracy.right / judged)} % (${formatPercent(accuracy.low)} to ${formatPercent(accuracy.high)}), ${n}`;
}

function formatPercent(share: number): string {
  return String(Math.round(share * 100));
}
