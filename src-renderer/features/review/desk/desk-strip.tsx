import { memo } from 'react';
import type { Desk } from '#shared/contract/review/decisions.ts';
import type { ReviewKey } from '#shared/contract/review/document.ts';
import type { ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import type { ReviewQueue } from '../queue/review-queue.ts';
import { useTenantName } from '../queue/use-tenant-name.ts';
import { decidedToday, secondsWords } from '../today-words.ts';
import { CardName } from './card-name.tsx';
import type { DeskRow } from './desk-row.ts';
import { leftWords, timeLeft } from './desk-words.ts';
import { documentId } from './flow/document-id.ts';
import type { FlowState } from './flow/flow-state.ts';
import type { Sent } from './flow/sent-decisions.ts';
import { SentCard } from './sent-card.tsx';
import styles from './desk-strip.module.css';

export interface DeskStripProps {
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
            <RowWords
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
            <RowWords row={one} isReady={ready.has(documentId(one))} {...{ dueHours, now }} />
          </button>
        ))}
      </div>
      <Counters {...props} />
    </header>
  );
});

interface RowWordsProps {
  readonly row: DeskRow;
  readonly dueHours: number;
  readonly now: number;
  readonly isReady?: boolean | undefined;
}

function RowWords({ row, dueHours, now, isReady = false }: RowWordsProps) {
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
  const left = leftWords(mode, said, state.left + open);
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
          , median <b>{secondsWords(median)}</b>
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
