import { memo } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Desk, ReviewKey } from '#shared/contract/review-document.ts';
import type { ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { decidedToday, formatSeconds } from '../queue/queue-messages.ts';
import { useTenantName, type ReviewQueue } from '../queue/use-review-queue.ts';
import { formatLeft, timeLeft } from './desk-messages.ts';
import styles from './desk-strip.module.css';
import { documentId, type DeskRow, type FlowState } from './flow/flow-state.ts';
import { doneWord, whyStuck, type Sent } from './flow/sent-decisions.ts';

interface DeskStripProps {
  readonly mode: ReviewMode;
  readonly state: FlowState;
  /** The open one, as the list has it. */
  readonly row: DeskRow | undefined;
  /** Read, and its pages drawn. */
  readonly ready: ReadonlySet<string>;
  readonly said: ReviewQueue['said'];
  readonly today: Desk['today'] | undefined;
  readonly dueHours: number;
  readonly onOpen: (key: ReviewKey | null) => void;
  readonly onUndo: (key: ReviewKey) => void;
}

/** What was just decided, what is open, what comes next, and how far the day has come. */
export const DeskStrip = memo(function DeskStrip(props: DeskStripProps) {
  const { mode, state, row, ready, dueHours, onOpen, onUndo } = props;
  const now = useNow(30_000);
  const sent = shownSent(state.sent);
  const next = state.upcoming.slice(0, mostCards - sent.length - 1);
  // By a link, one may open what no list has told of.
  const tenantName = useTenantName(row === undefined ? (state.open?.key.tenantId ?? null) : null);
  return (
    <header className={styles.strip}>
      <IconButton
        icon="left"
        label="Back to the list"
        shortcut="Escape"
        size="sm"
        tooltipSide="bottom"
        onClick={() => onOpen(null)}
      />
      <h1 className={styles.title}>{mode === 'check' ? 'Quality check' : 'Review'}</h1>
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
  const left = timeLeft(row, dueHours, now);
  return (
    <>
      <CardName name={row.fileName ?? row.documentId} />
      <span className={styles.sub}>{row.tenantName ?? row.tenantId}</span>
      <span className={styles.end}>
        {left === undefined ? null : (
          <span className={left.isPressing ? styles.pressing : undefined}>{left.words}</span>
        )}
        {isReady ? (
          <span className={styles.ready}>
            <Icon name="check" size={12} />
            <VisuallyHidden>, ready</VisuallyHidden>
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
    <p
      className={styles.counters}
      title={left.endsWith('+') ? 'At least: not all of it was counted' : undefined}
    >
      <b>{left}</b> left
      {today === undefined ? null : (
        <>
          , <b>{mode === 'check' ? today.checked : decidedToday(today)}</b>{' '}
          {mode === 'check' ? 'checked' : 'decided'} today
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

/** All that needs somebody, and of the rest the newest. */
function shownSent(all: readonly Sent[]): readonly Sent[] {
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

/** What was just decided: on its way, held, final, or stuck. */
function SentCard({ sent, onUndo, onOpen }: SentCardProps) {
  const now = useNow(sent.phase === 'held' ? 500 : null);
  const name = sent.fileName ?? sent.key.documentId;
  if (sent.phase === 'stuck' || sent.word !== null) {
    const word = sent.stuck === null ? (sent.word ?? '') : whyStuck(sent.stuck);
    return (
      <button type="button" className={classNames(styles.card, styles.stuck)} onClick={onOpen} title={word}>
        <CardName name={name} />
        <span className={styles.sub}>{stuckWord(sent)}</span>
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
          label={`Undo ${name}`}
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
  if (phase === 'sending') return 'sending…';
  if (phase === 'undoing') return 'taking it back…';
  const word = doneWord(kind).toLowerCase();
  // Setting aside is never final: it ends by itself.
  if (phase === 'held' && held !== null && kind !== 'postpone') {
    return `final in ${secondsLeft(held.until, now)} s`;
  }
  return kind === 'postpone' || kind === 'hand-over' ? word : `${word}, final`;
}

export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1_000));
}

function stuckWord({ stuck, word, kind }: Sent): string {
  if (stuck === null) return word ?? '';
  if (stuck.kind === 'unclear') return stuck.isAsking ? 'asking again…' : 'no certain answer';
  if (stuck.kind === 'changed') return 'changed meanwhile';
  return stuck.kind === 'held' ? 'taken by another' : `not ${doneWord(kind).toLowerCase()}`;
}

/** Files of one sender differ in their last characters, so these are never cut off; what kind of file it is, is. */
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
