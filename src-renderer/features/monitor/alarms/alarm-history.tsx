import type { Alarm, AlarmChange } from '#shared/contract/monitor/alarms.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { StateRibbon } from '#renderer/ui/state-ribbon/state-ribbon.tsx';
import { StaleNote } from '#renderer/ui/states/stale-note.tsx';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import { alarmLooks } from './alarm-looks.ts';
import { alarmStatesOver } from './alarm-states-over.ts';
import { fortnightWords, missingWords } from './history-words.ts';
import { useAlarmHistory } from './use-alarm-history.ts';
import styles from './alarm-pane.module.css';

interface AlarmHistoryProps {
  readonly alarm: Alarm;
  readonly now: number;
}

/** The last fortnight as a ribbon, and below it what became of it, newest first. */
export function AlarmHistory({ alarm, now }: AlarmHistoryProps) {
  const history = useAlarmHistory(alarm.name, alarm.since);
  const { changes, isWhole, receipts, failure, isOlderMissing, isReading, readOn, readAgain } = history;
  useShowReceipt('alarm history', receipts);
  const to = Math.ceil(now / minute) * minute;
  const from = to - fortnight;
  const stretches = alarmStatesOver(alarm, changes ?? [], { from, to, isWhole });
  const words = fortnightWords(stretches, isWhole);
  return (
    <section className={styles.part} aria-label="History">
      <h3 className={styles.title}>
        History <span className={styles.quiet}>{changes === undefined ? '' : words}</span>
      </h3>
      {changes === undefined && failure === undefined ? (
        <SkeletonRows rows={4} label="Reading the history of the alarm" />
      ) : null}
      {failure === undefined ? null : (
        <StaleNote
          reason={failure.message}
          showing={missingWords({ hasChanges: changes !== undefined, isOlderMissing })}
          action={
            <Button
              size="sm"
              variant="ghost"
              loading={isReading}
              onClick={isOlderMissing ? readOn : readAgain}
            >
              Try again
            </Button>
          }
        />
      )}
      {changes === undefined ? null : (
        <StateRibbon
          label={`The last ${words}`}
          from={from}
          to={to}
          parts={stretches.map((stretch) => ({
            from: stretch.from,
            to: stretch.to,
            tone: stretch.state === null ? 'unknown' : alarmLooks[stretch.state].tone,
            label: stretch.state === null ? 'Not known' : alarmLooks[stretch.state].word,
          }))}
        />
      )}
      <ol className={styles.changes} aria-label="Changes, newest first">
        {changes?.map((change, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- two of the same second may say the same
          <Change key={`${change.at} ${String(place)}`} change={change} now={now} />
        ))}
      </ol>
      {isWhole || changes === undefined ? null : (
        <Button size="sm" variant="ghost" loading={isReading} onClick={readOn}>
          Read older changes
        </Button>
      )}
    </section>
  );
}

function Change({
  change: { at, kind, to, says },
  now,
}: {
  readonly change: AlarmChange;
  readonly now: number;
}) {
  return (
    <li className={styles.change}>
      {kind === 'state' && to !== null ? (
        <StatusGlyph glyph={alarmLooks[to].glyph} />
      ) : (
        <span className={styles.dot} aria-hidden />
      )}
      <span className={styles.what}>
        {kind === 'state' && to !== null ? alarmLooks[to].word : kindWords[kind]}
        <span className={styles.says} title={says}>
          {says}
        </span>
      </span>
      <span className={styles.quiet}>
        <RelativeTime at={Date.parse(at)} now={now} focusable={false} />
      </span>
    </li>
  );
}

const kindWords = { state: 'Changed', configuration: 'Configured', action: 'Told somebody' } as const;
const minute = 60_000;
const fortnight = 14 * 24 * 60 * minute;
