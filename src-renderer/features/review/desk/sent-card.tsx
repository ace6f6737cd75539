import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { CardName } from './card-name.tsx';
import type { Sent } from './flow/sent-decisions.ts';
import { doneWord, whyStuck } from './flow/sent-words.ts';
import styles from './desk-strip.module.css';

export interface SentCardProps {
  readonly sent: Sent;
  readonly onUndo: () => void;
  readonly onOpen: () => void;
}

/** What was just decided: on its way, held, final, or stuck. */
export function SentCard({ sent, onUndo, onOpen }: SentCardProps) {
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
      <span className={styles.sub}>{phaseWords(sent, now)}</span>
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

export function phaseWords({ phase, kind, held }: Sent, now: number): string {
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
