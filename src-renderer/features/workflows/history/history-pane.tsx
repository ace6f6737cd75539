import { useState, type RefObject } from 'react';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { exactUtc, useNow } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { VisuallyHidden, visuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Saving } from '../save/use-save.ts';
import { formatDayAndTime, formatShare } from '../threshold-text.ts';
import { WorkflowsFailure } from '../workflows-failure.tsx';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import { whyNotSaveThresholds } from '#shared/permissions.ts';
import styles from './history-pane.module.css';
import { RevertDialog } from './revert-dialog.tsx';
import {
  toHistoryRows,
  isAhead,
  describeReason,
  formatRowName,
  type HistoryReading,
  type HistoryRow,
} from './workflow-history.ts';
import { messages } from '../messages.ts';

interface HistoryProps {
  readonly sectionRef: RefObject<HTMLElement | null>;
  readonly workflow: Workflow;
  readonly reading: HistoryReading;
  readonly nameOf: (id: string) => string;
  readonly person: PersonHere;
  readonly saving: Saving;
  readonly onReadAgain: () => void;
}

/** Lists every version with its reason, newest first. Any of them can be restored. */
export function History(props: HistoryProps) {
  const { sectionRef, workflow, reading, nameOf, person, saving, onReadAgain } = props;
  const [reverting, setReverting] = useState<HistoryRow | null>(null);
  const now = useNow(60_000);
  const { events, isRead, complete, failure, lastRru } = reading;
  const rows = toHistoryRows(events, workflow, complete);
  return (
    <section ref={sectionRef} tabIndex={-1} className={styles.history} aria-label="History">
      <PaneHead title="History" hint={messages.history.revertable} />
      {isRead && isAhead(events, workflow) ? (
        <Note
          flat
          live
          tone="warn"
          action={
            <Button size="sm" variant="ghost" onClick={onReadAgain}>
              Read again
            </Button>
          }
        >
          {messages.history.changedSince}
        </Note>
      ) : null}
      {isRead ? (
        <>
          <HistoryTable
            rows={rows}
            now={now}
            nameOf={nameOf}
            whyNotRevert={whyNotSaveThresholds(person.me, person.connection, workflow.tenantId)}
            onRevert={setReverting}
          />
          <p className={styles.end}>
            {complete ? (
              events.length === 1 ? (
                messages.history.oneVersion
              ) : (
                messages.history.versions(events.length)
              )
            ) : (
              <Button size="sm" variant="ghost" loading={reading.reading} onClick={reading.readOn}>
                {lastRru === undefined ? 'Older versions' : `Older versions, about ${String(lastRru)} RRU`}
              </Button>
            )}
          </p>
        </>
      ) : failure === undefined ? (
        <SkeletonRows rows={4} label="Reading the history" />
      ) : null}
      {failure === undefined ? null : (
        <WorkflowsFailure
          failure={failure}
          title={messages.history.notRead}
          notDone={messages.history.stillKnown}
          onRetry={reading.readAgain}
          retrying={reading.reading}
        />
      )}
      <RevertDialog
        row={reverting}
        workflow={workflow}
        person={person}
        saving={saving}
        now={now}
        onClose={() => setReverting(null)}
        focusAfter={() => sectionRef.current}
      />
    </section>
  );
}

interface HistoryTableProps {
  readonly rows: readonly HistoryRow[];
  readonly now: number;
  readonly nameOf: (id: string) => string;
  /** The reason why this person cannot revert; undefined if they can. */
  readonly whyNotRevert: string | undefined;
  readonly onRevert: (row: HistoryRow) => void;
}

function HistoryTable({ rows, now, nameOf, whyNotRevert, onRevert }: HistoryTableProps) {
  return (
    <table className={styles.table}>
      <caption className={visuallyHidden}>{messages.history.list}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.version}>
            Version
          </th>
          <th scope="col" className={styles.when}>
            When
          </th>
          <th scope="col" className={styles.who}>
            Who
          </th>
          <th scope="col" className={styles.share}>
            Confidence
          </th>
          <th scope="col" className={styles.share}>
            Review
          </th>
          <th scope="col">Reason</th>
          <th scope="col" className={styles.act}>
            <VisuallyHidden>Live, or revert to it</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row
            key={row.event.eventId}
            row={row}
            now={now}
            who={row.event.actor === null ? 'unknown' : nameOf(row.event.actor)}
            whyNotRevert={whyNotRevert}
            onRevert={onRevert}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Pick<HistoryTableProps, 'now' | 'whyNotRevert' | 'onRevert'> {
  readonly row: HistoryRow;
  readonly who: string;
}

function Row({ row, now, who, whyNotRevert, onRevert }: RowProps) {
  const { event, version, thresholds, changed, isLive, differs } = row;
  const reason = describeReason(event);
  const at = Date.parse(event.at ?? '');
  return (
    <tr data-changed={changed || undefined}>
      <th scope="row" className={styles.version}>
        {version === null ? 'unknown' : version}
      </th>
      <td className={styles.when} title={Number.isNaN(at) ? undefined : exactUtc(at)}>
        {formatDayAndTime(event.at, now)}
      </td>
      <td className={styles.cut} title={who}>
        {who}
      </td>
      <td className={styles.share}>{formatShare(thresholds?.confidenceThreshold ?? null)}</td>
      <td className={styles.share}>{formatShare(thresholds?.reviewThreshold ?? null)}</td>
      <td>
        {reason.what === null ? null : <span className={styles.what}>{reason.what}</span>}
        {reason.why}
        {event.problems.length === 0 ? null : (
          <span className={styles.problem}>
            <Icon name="warning" size={12} /> {event.problems.join('; ')}
          </span>
        )}
      </td>
      <td className={styles.act}>
        {isLive ? (
          <span className={styles.live}>
            <Icon name="check" size={12} /> LIVE
          </span>
        ) : differs ? (
          <Button
            size="sm"
            variant="ghost"
            icon="undo"
            aria-label={`Revert to ${formatRowName(row, now)}…`}
            disabled={whyNotRevert ?? false}
            onClick={() => onRevert(row)}
          >
            Revert…
          </Button>
        ) : (
          <span className={styles.same}>same as live</span>
        )}
      </td>
    </tr>
  );
}
