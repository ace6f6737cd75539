import type { ReactNode } from 'react';
import type { MarkedPart } from '#shared/domain/review/differing-characters.ts';
import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import { useAriaKeys } from '#renderer/ui/kbd/single-keys.ts';
import styles from './details.module.css';

interface CandidateCardProps {
  readonly shortcut: string;
  readonly title: ReactNode;
  readonly confidence: number | null;
  readonly parts: readonly MarkedPart[];
  /** It is what stands in the field now. */
  readonly isChosen: boolean;
  /** Undefined where nothing can be changed. */
  readonly onPick: (() => void) | undefined;
}

export function CandidateCard(props: CandidateCardProps) {
  const { shortcut, title, confidence, parts, isChosen, onPick } = props;
  const ariaKeys = useAriaKeys(shortcut);
  return (
    <button
      type="button"
      className={styles.card}
      aria-pressed={isChosen}
      aria-disabled={onPick === undefined || undefined}
      aria-keyshortcuts={ariaKeys}
      onClick={onPick}
    >
      <span className={styles.cardHead}>
        <Kbd keys={shortcut} decorative />
        <span className={styles.reader}>{title}</span>
        {confidence === null ? null : <span className={styles.score}>{confidence.toFixed(2)}</span>}
      </span>
      <bdi className={styles.reading} title={parts.map(({ text }) => text).join('')}>
        {parts.map(({ text, differs }, at) =>
          differs ? (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of one text, in its order
            <mark key={at}>{text}</mark>
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <span key={at}>{text}</span>
          ),
        )}
      </bdi>
    </button>
  );
}
