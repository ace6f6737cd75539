import { Button } from '#renderer/ui/button/button.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { exactUtc } from '#renderer/ui/relative-time/relative-words.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { dayWords, shareWords } from '../threshold-words.ts';
import { reasonWords, rowName } from './history-words.ts';
import type { HistoryRow } from './history-rows.ts';
import styles from './history.module.css';

interface HistoryTableProps {
  readonly rows: readonly HistoryRow[];
  readonly now: number;
  readonly nameOf: (id: string) => string;
  /** Why this person cannot; undefined where they can. */
  readonly whyNotRevert: string | undefined;
  readonly onRevert: (row: HistoryRow) => void;
}

export function HistoryTable({ rows, now, nameOf, whyNotRevert, onRevert }: HistoryTableProps) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Versions, the newest first</caption>
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
  const reason = reasonWords(event);
  const at = Date.parse(event.at ?? '');
  return (
    <tr data-changed={changed || undefined}>
      <th scope="row" className={styles.version}>
        {version === null ? 'unknown' : version}
      </th>
      <td className={styles.when} title={Number.isNaN(at) ? undefined : exactUtc(at)}>
        {dayWords(event.at, now)}
      </td>
      <td className={styles.cut} title={who}>
        {who}
      </td>
      <td className={styles.share}>{shareWords(thresholds?.confidenceThreshold ?? null)}</td>
      <td className={styles.share}>{shareWords(thresholds?.reviewThreshold ?? null)}</td>
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
            aria-label={`Revert to ${rowName(row, now)}…`}
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
