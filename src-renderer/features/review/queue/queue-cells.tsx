import type { Flag, ReviewStep } from '#shared/contract/review/document.ts';
import type { QueueRow } from '#shared/contract/review/queue.ts';
import { Chip } from '#renderer/ui/chip/chip.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import type { IconName } from '#renderer/ui/icon/product-icons.ts';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import type { Turn } from './desk-rows.ts';
import type { Due } from './due.ts';
import styles from './queue-table.module.css';
import { documentName, flagLooks, stepWords, turnWords } from './queue-words.ts';

/** Its name, and in signs whether somebody has begun or an index lags behind it: words would take the name's room. */
export function DocumentCell({ row }: { readonly row: QueueRow }) {
  return (
    <span className={styles.document}>
      <span className={styles.name} title={documentName(row)}>
        {documentName(row)}
      </span>
      {row.hasDraft ? <DraftMark /> : null}
      {row.catchingUp ? (
        <span className={styles.mark} title="Read by its key; the index is catching up">
          <Icon name="clock" size={12} />
          <VisuallyHidden>index catching up</VisuallyHidden>
        </span>
      ) : null}
      {row.problems.length === 0 ? null : (
        <span className={styles.mark} title={row.problems.join('\n')}>
          <Icon name="warning" size={12} />
          <VisuallyHidden>{row.problems.join('; ')}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

export function DraftMark() {
  return (
    <span className={styles.draft} title="You have begun: a draft is kept">
      <Icon name="edit" size={12} />
      <VisuallyHidden>draft</VisuallyHidden>
    </span>
  );
}

/** A name that may be longer than its column. */
export function CutCell({ text }: { readonly text: string }) {
  return (
    <span className={styles.name} title={text}>
      {text}
    </span>
  );
}

export function ReasonCell({ reasons }: { readonly reasons: readonly Flag[] }) {
  return (
    <span className={styles.reasons}>
      {flagLooks
        .filter(({ flag }) => reasons.includes(flag))
        .map(({ flag, short, long, icon }) => (
          <span key={flag} className={styles.reason} data-flag={flag} title={long}>
            <Icon name={icon} size={12} />
            {short}
          </span>
        ))}
    </span>
  );
}

export function DueCell({ due, exact }: { readonly due: Due; readonly exact: string }) {
  return (
    <span className={styles.due} data-due={due.glyph} title={exact}>
      <StatusGlyph glyph={due.glyph} />
      {due.words}
    </span>
  );
}

interface TurnCellProps {
  readonly step: ReviewStep;
  readonly turn: Turn;
  readonly nameOf: (id: string) => string;
  readonly now: number;
}

/** Whose turn it is, and as which of two people. */
export function TurnCell({ step, turn, nameOf, now }: TurnCellProps) {
  const words = turnWords(turn, nameOf, now);
  const said = stepWords(step);
  if (turn.kind === 'open' && said === null) return null;
  return (
    <span className={styles.turn} data-turn={turn.kind} title={[said, words].filter(Boolean).join(': ')}>
      {said === null ? null : <Chip tone="accent">{said}</Chip>}
      {turn.kind === 'open' ? null : (
        <>
          <Icon name={turnIcons[turn.kind]} size={12} />
          <span className={styles.name}>{words}</span>
        </>
      )}
    </span>
  );
}

const turnIcons: Readonly<Record<Exclude<Turn['kind'], 'open'>, IconName>> = {
  mine: 'forward',
  held: 'lock',
  handed: 'person',
  'set aside': 'pause',
  'not for me': 'ban',
};
