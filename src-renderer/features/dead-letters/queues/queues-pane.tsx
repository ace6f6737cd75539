import type { DeadLetterQueue, Queues } from '#shared/contract/dead-letters.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import inline from '#renderer/ui/inline.module.css';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { Pane, PaneBar, PaneBarTitle } from '#renderer/ui/pane.tsx';
import { ExpiryRing, ProgressBar } from '#renderer/ui/progress.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SideList, SideListNote, SideListRow } from '#renderer/ui/side-list.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { StaleNote } from '#renderer/ui/states.tsx';
import { GlyphBadge } from '#renderer/ui/status.tsx';
import { messages } from '../messages.ts';
import {
  formatDaysAndHours,
  sumDepth,
  describeDepth,
  queueOrders,
  type QueueOrder,
  findExpiry,
  summarizeQueues,
  describeRetention,
  describeLacks,
  describeMove,
  describeOldest,
  findRunningMove,
} from './queue-status.ts';
import styles from './queues-pane.module.css';
import type { QueuesReading } from './use-queues.ts';

interface QueuesPaneProps {
  readonly reading: QueuesReading;
  /** In the order that the person has chosen. */
  readonly rows: Queues['queues'];
  readonly order: QueueOrder;
  readonly onOrder: (order: QueueOrder) => void;
  readonly open: string | null;
  readonly now: number;
  readonly heldOf: (queue: string) => number;
  readonly onOpen: (queue: string) => void;
}

/** Lists every dead-letter queue of the connection, including empty and unreadable ones. */
export function QueuesPane(props: QueuesPaneProps) {
  const { reading, rows, order, onOrder, open, now, heldOf, onOpen } = props;
  const { queues, failure, isReading, readAgain } = reading;

  return (
    <Pane
      label={messages.queues.region}
      top={
        <>
          <PaneBar>
            <PaneBarTitle of="page">{messages.page.title}</PaneBarTitle>
            <span className={classNames(inline.hint, inline.numbers, styles.hint)}>
              {queues === undefined ? '' : summarizeQueues(rows)}
            </span>
          </PaneBar>
          {failure === undefined || queues === undefined ? null : (
            <StaleNote
              flat
              reason={failure.message}
              showing={messages.queues.stale}
              action={
                <Button size="sm" variant="ghost" loading={isReading} onClick={readAgain}>
                  {messages.common.retry}
                </Button>
              }
            />
          )}
        </>
      }
    >
      {queues === undefined && failure === undefined ? (
        <SkeletonRows rows={5} label={messages.queues.loading} />
      ) : null}
      {rows.length < 2 ? null : (
        <div className={styles.order}>
          <Select
            label={messages.queues.sort}
            labelHidden
            size="sm"
            value={order}
            options={queueOrders.map((value) => ({ value, label: messages.queues.sortedBy[value] }))}
            onChange={onOrder}
          />
          <Kbd keys={pageKeys.deadLetters.sort} />
        </div>
      )}
      <SideList label={messages.queues.list}>
        {rows.map((row) => (
          <QueueRow
            key={row.name}
            row={row}
            isOpen={row.name === open}
            now={now}
            held={heldOf(row.name)}
            onOpen={() => onOpen(row.name)}
          />
        ))}
      </SideList>
      {rows.length === 0 ? null : (
        <p className={styles.said}>
          {describeRetention(rows)}
          {rows.length > 1 ? (
            <span className={styles.keys}>
              <Kbd keys={pageKeys.deadLetters.nextQueue} /> {messages.queues.next}
            </span>
          ) : null}
        </p>
      )}
    </Pane>
  );
}

interface QueueRowProps {
  readonly row: Queues['queues'][number];
  readonly isOpen: boolean;
  readonly now: number;
  /** The number of its messages that this console holds. */
  readonly held: number;
  readonly onOpen: () => void;
}

/** Shows the depth, the age, the time left and the running move of a queue. */
function QueueRow({ row: { name, queue, failure }, isOpen, now, held, onOpen }: QueueRowProps) {
  const depth = queue === null ? null : sumDepth(queue.depth);
  const expiry = queue === null ? undefined : findExpiry(queue, now);
  const move = queue === null ? undefined : findRunningMove(queue);
  const isEmpty = depth === 0;
  return (
    <SideListRow
      isOpen={isOpen}
      className={classNames(styles.row, isEmpty && styles.empty)}
      onOpen={onOpen}
      below={
        move === undefined ? null : (
          <div className={styles.move}>
            <ProgressBar
              label={describeMove(move)}
              value={move.toMove === null ? null : move.moved}
              max={move.toMove ?? 0}
              figure={move.toMove === null ? messages.queues.moved(grouped(move.moved)) : undefined}
              thin
            />
          </div>
        )
      }
    >
      <span className={styles.head}>
        <span className={styles.name}>{name}</span>
        <span className={styles.depth} title={queue === null ? undefined : describeDepth(queue.depth)}>
          {depth === null ? '?' : grouped(depth)}
        </span>
      </span>
      {queue === null ? (
        <span className={styles.failure}>{messages.queues.notRead(failure ?? messages.queues.noReason)}</span>
      ) : (
        <>
          <SideListNote>
            {describeOldest(queue, now)}
            {describeInFlight(queue.depth.inFlight ?? 0, held)}
          </SideListNote>
          <AlarmMark alarm={queue.alarm} inFlight={queue.depth.inFlight ?? 0} />
          {queue.cameBack === null || queue.cameBack === 0 ? null : (
            <span className={styles.wide}>
              {messages.queues.cameBack(queue.cameBack, queue.cameBack === depth)}
            </span>
          )}
          {queue.lacks.length === 0 ? null : (
            <SideListNote
              title={describeLacks(queue.lacks)
                .map(({ what, why }) => `${what}. ${why}`)
                .join('\n')}
            >
              {messages.queues.unknownValues(queue.lacks.length)}
            </SideListNote>
          )}
        </>
      )}
      {expiry === undefined ? null : (
        <span className={styles.wide}>
          <ExpiryRing left={expiry.left} words={expiry.words} tone={expiry.tone} />
        </span>
      )}
    </SideListRow>
  );
}

/** ", 26 held here" if this console holds some; otherwise the count of SQS. */
function describeInFlight(inFlight: number, held: number): string {
  if (held > 0) return messages.queues.held(grouped(held));
  return inFlight > 0 ? messages.queues.inFlight(grouped(inFlight)) : '';
}

interface AlarmMarkProps {
  readonly alarm: DeadLetterQueue['alarm'];
  /**
   * The number of messages in flight, whoever holds them. An alarm on waiting messages does not count them.
   */
  readonly inFlight: number;
  /** With a time, the mark also says how long the alarm has been in its state. */
  readonly now?: number | undefined;
}

/** Shows the CloudWatch alarm of the queue; nothing if no alarm watches it. */
export function AlarmMark({ alarm, inFlight, now }: AlarmMarkProps) {
  if (alarm === null) return null;
  const isBlind = alarm.state === 'OK' && inFlight > 0;
  const { glyph, word } = isBlind ? looks.blind : looks[alarm.state];
  const since = Date.parse(alarm.since ?? '');
  const long =
    now === undefined || alarm.state === 'OK' || Number.isNaN(since)
      ? ''
      : ` ${formatDaysAndHours(Math.max(0, now - since))}`;
  return (
    <GlyphBadge
      glyph={glyph}
      pill={now !== undefined}
      title={
        isBlind
          ? messages.queues.blindAlarm(alarm.name, grouped(inFlight))
          : messages.queues.alarm(alarm.name)
      }
    >
      {`${word}${long}`}
    </GlyphBadge>
  );
}

const looks = {
  ALARM: { glyph: 'failed', word: 'ALARM' },
  OK: { glyph: 'succeeded', word: 'OK' },
  INSUFFICIENT_DATA: { glyph: 'queued', word: 'NO DATA' },
  blind: { glyph: 'queued', word: 'OK, SOME HELD' },
} as const;
