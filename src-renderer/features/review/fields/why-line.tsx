import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import { whySentences } from './why-sentences.ts';
import styles from './details-foot.module.css';

interface WhyLineProps {
  readonly id: string;
  readonly why: readonly string[];
  readonly found?: string | null | undefined;
}

/** Why a person is asked, and what the score has been worth so far. */
export function WhyLine({ id, why, found = null }: WhyLineProps) {
  const isFlagged = why.length > 0;
  return (
    <p id={id} className={styles.why} data-flagged={isFlagged || undefined}>
      {isFlagged ? <StatusGlyph glyph="review" className={styles.whySign} /> : null}
      <span>
        {isFlagged ? (
          <>
            <b>Why flagged:</b> {whySentences(why)}{' '}
          </>
        ) : null}
        {found}
      </span>
    </p>
  );
}
