import { memo } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Desk, ReviewKey } from '#shared/contract/review-document.ts';
import type { ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { messages } from '../messages.ts';
import { countDecidedToday, formatSeconds } from '../queue/queue-messages.ts';
import { useTenantName, type ReviewQueue } from '../queue/use-review-queue.ts';
import { formatLeft, describeTimeLeft } from './desk-messages.ts';
import styles from './desk-strip.module.css';
import { documentId, type DeskRow, type FlowState } from './flow/flow-state.ts';
import { formatDone, explainStuck, type Sent } from './flow/sent-decisions.ts';

interface DeskStripProps {
  readonly mode: ReviewMode;
  readonly state: FlowState;
  /** The row of the open document in the list. */
  readonly row: DeskRow | undefined;
  /** Documents that are read and whose pages are drawn. */
  readonly ready: ReadonlySet<string>;
  readonly said: ReviewQueue['said'];
  readonly today: Desk['today'] | undefined;
  readonly dueHours: number;
  readonly onOpen: (key: ReviewKey | null) => void;
  readonly onUndo: (key: ReviewKey) => void;
}

/** Shows the last decisions, the open document, the next ones, and today's progress. */
export const DeskStrip = memo(function DeskStrip(props: DeskStripProps) {
  const { mode, state, row, ready, dueHours, onOpen, onUndo } = props;
  const now = useNow(30_000);
  const sent = listShownDecisions(state.sent);
  const next = state.upcoming.slice(0, mostCards - sent.length - 1);
  // A link can open a document that is in no list.
  const tenantName = useTenantName(row === undefined ? (state.open?.key.tenantId ?? null) : null);
  return (
    <header className={styles.strip}>
      <IconButton
        icon="left"
        label={messages.desk.back}
        shortcut={pageKeys.review.back}
        size="sm"
        tooltipSide="bottom"
        onClick={() => onOpen(null)}
      />
      <h1 className={styles.title}>{mode === 'check' ? messages.desk.qualityCheck : messages.desk.review}</h1>
      <div className={styles.cards}>
        {sent.map((one) => (
          <SentCard
            key={documentId(one.key)}
            sent={one}
            onUndo={() => onUndo(one.key)}
            onOpen={() => onOpen(one.key)}
          />
        ))}
        {state.open === undefined ? null : (
          <div className={classNames(styles.card, styles.current)} aria-current="true">
            <RowText
              row={row ?? { ...state.open.key, fileName: state.open.fileName, tenantName }}
              {...{ dueHours, now }}
            />
          </div>
        )}
        {next.map((one) => (
          <button
            type="button"
            key={documentId(one)}
            className={classNames(styles.card, styles.next)}
            onClick={() => onOpen(one)}
          >
            <RowText row={one} isReady={ready.has(documentId(one))} {...{ dueHours, now }} />
          </button>
        ))}
      </div>
      <Counters {...props} />
    </header>
  );
});

interface RowTextProps {
  readonly row: DeskRow;
  readonly dueHours: number;
  readonly now: number;
  readonly isReady?: boolean | undefined;
}

function RowText({ row, dueHours, now, isReady = false }: RowTextProps) {
  const left = describeTimeLeft(row, row.dueHours ?? dueHours, now);
  // A document that was handed out need not be in the list, which knows the name.
  const known = row.tenantName ?? null;
  const read = useTenantName(known === null ? row.tenantId : null);
  return (
    <>
      <CardName name={row.fileName ?? row.documentId} />
      <span className={styles.sub}>{known ?? read ?? row.tenantId}</span>
      <span className={styles.end}>
        {left === undefined ? null : (
          <span className={left.isPressing ? styles.pressing : undefined}>{left.words}</span>
        )}
        {isReady ? (
          <span className={styles.ready}>
            <Icon name="check" size={12} />
            <VisuallyHidden>{messages.desk.ready}</VisuallyHidden>
          </span>
        ) : null}
      </span>
    </>
  );
}

function Counters({ mode, state, said, today }: DeskStripProps) {
  const open = state.open === undefined ? 0 : 1;
  const median = today?.medianSeconds ?? null;
  const left = formatLeft(mode, said, state.left + open);
  return (
    <p className={styles.counters} title={left.endsWith('+') ? messages.desk.notAllCounted : undefined}>
      <b>{left}</b> {messages.desk.left}
      {today === undefined ? null : (
        <>
          , <b>{mode === 'check' ? today.checked : countDecidedToday(today)}</b>{' '}
          {mode === 'check' ? messages.desk.checkedToday : messages.desk.decidedToday}
        </>
      )}
      {median === null ? null : (
        <span className={styles.wide}>
          , median <b>{formatSeconds(median)}</b>
        </span>
      )}
    </p>
  );
}

/** Shows every decision that needs attention, and the newest of the rest. */
function listShownDecisions(all: readonly Sent[]): readonly Sent[] {
  const calls = all.filter(({ phase, word }) => phase === 'stuck' || word !== null);
  const rest = all.filter((one) => !calls.includes(one));
  return [...calls.slice(-2), ...rest.slice(-1)];
}

const mostCards = 6;

interface SentCardProps {
  readonly sent: Sent;
  readonly onUndo: () => void;
  readonly onOpen: () => void;
}

/** Shows a decision that was just made: sending, held, final or stuck. */
function SentCard({ sent, onUndo, onOpen }: SentCardProps) {
  const now = useNow(sent.phase === 'held' ? 500 : null);
  const name = sent.fileName ?? sent.key.documentId;
  if (sent.phase === 'stuck' || sent.word !== null) {
    const word = sent.stuck === null ? (sent.word ?? '') : explainStuck(sent.stuck);
    return (
      <button type="button" className={classNames(styles.card, styles.stuck)} onClick={onOpen} title={word}>
        <CardName name={name} />
        <span className={styles.sub}>{formatStuck(sent)}</span>
        <StatusGlyph glyph={sent.stuck?.kind === 'unclear' ? 'review' : 'failed'} />
      </button>
    );
  }
  const canUndo = sent.canUndo && (sent.phase === 'held' || sent.phase === 'sending');
  return (
    <div className={classNames(styles.card, styles.sent)}>
      <CardName name={name} />
      <span className={styles.sub}>{describePhase(sent, now)}</span>
      {canUndo ? (
        <IconButton
          icon="undo"
          label={messages.desk.undo(name)}
          size="sm"
          className={styles.undo}
          onClick={onUndo}
          tooltipSide="bottom"
        />
      ) : null}
    </div>
  );
}

function describePhase({ phase, kind, held }: Sent, now: number): string {
  if (phase === 'sending') return messages.desk.sending;
  if (phase === 'undoing') return messages.desk.undoing;
  const word = formatDone(kind).toLowerCase();
  // Setting aside is never final, because it ends automatically.
  if (phase === 'held' && held !== null && kind !== 'postpone') {
    return messages.desk.finalIn(countSecondsLeft(held.until, now));
  }
  return kind === 'postpone' || kind === 'hand-over' || kind === 'file' ? word : messages.desk.final(word);
}

export function countSecondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1_000));
}

function formatStuck({ stuck, word, kind }: Sent): string {
  if (stuck === null) return word ?? '';
  if (stuck.kind === 'unclear')
    return stuck.isAsking ? messages.desk.askingAgain : messages.desk.notConfirmed;
  if (stuck.kind === 'changed') return messages.desk.changedSince;
  return stuck.kind === 'held' ? messages.desk.taken : messages.desk.notDone(formatDone(kind).toLowerCase());
}

/** Files of one sender differ in their last characters, so those are never cut off; the extension may be. */
function CardName({ name }: { readonly name: string }) {
  const short = name.replace(/\.[a-z]{2,4}$/i, '');
  return (
    <span className={styles.name} title={name}>
      <span className={styles.start}>{short.slice(0, -tail)}</span>
      <span>{short.slice(-tail)}</span>
    </span>
  );
}

const tail = 5;
