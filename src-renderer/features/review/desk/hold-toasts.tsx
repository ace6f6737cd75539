import type { ReviewKey } from '#shared/contract/review/document.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { ExpiryRing } from '#renderer/ui/progress/expiry-ring.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { documentId } from './flow/document-id.ts';
import type { Sent } from './flow/sent-decisions.ts';
import { doneWord } from './flow/sent-words.ts';
import { secondsLeft } from './sent-card.tsx';
import styles from './hold-toasts.module.css';

export interface HoldToastsProps {
  readonly sent: readonly Sent[];
  readonly onUndo: (key: ReviewKey) => void;
}

/** What can still be taken back, over the page; each with its point of no return. U takes the newest. */
export function HoldToasts({ sent, onUndo }: HoldToastsProps) {
  const held = sent.filter(({ phase }) => phase === 'held').slice(-mostToasts);
  const now = useNow(held.length > 0 ? 500 : null);
  const newest = held.at(-1);
  return (
    <>
      <VisuallyHidden>
        <output>{newest === undefined ? '' : `${saidOf(newest)}. U takes it back.`}</output>
      </VisuallyHidden>
      {held.length === 0 ? null : (
        <div className={styles.toasts}>
          {held.map((one) => (
            <HoldToast
              key={documentId(one.key)}
              sent={one}
              now={now}
              isNewest={one === newest}
              onUndo={onUndo}
            />
          ))}
        </div>
      )}
    </>
  );
}

interface HoldToastProps {
  readonly sent: Sent;
  readonly now: number;
  readonly isNewest: boolean;
  readonly onUndo: (key: ReviewKey) => void;
}

function HoldToast({ sent, now, isNewest, onUndo }: HoldToastProps) {
  const { held, kind } = sent;
  if (held === null) return null;
  const whole = Math.max(1, Math.round((held.until - held.from) / 1_000));
  const left = secondsLeft(held.until, now);
  return (
    <div className={styles.toast}>
      <ExpiryRing left={(held.until - now) / (held.until - held.from)} words="" />
      <span className={styles.text}>
        {doneWord(kind)}
        <span className={styles.name}>{nameOf(sent)}</span>
        <span className={styles.end}>
          {kind === 'postpone' ? (
            'for an hour'
          ) : (
            <>
              final in <b>{left} s</b> of {whole}
            </>
          )}
        </span>
      </span>
      <Button size="sm" icon="undo" shortcut={isNewest ? 'U' : undefined} onClick={() => onUndo(sent.key)}>
        Undo
        <VisuallyHidden> {nameOf(sent)}</VisuallyHidden>
      </Button>
    </div>
  );
}

function saidOf(sent: Sent): string {
  return `${doneWord(sent.kind)} ${nameOf(sent)}`;
}

function nameOf({ fileName, key }: Sent): string {
  return fileName ?? key.documentId;
}

const mostToasts = 3;
