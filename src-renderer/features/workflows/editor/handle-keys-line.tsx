import type { Thresholds } from '#shared/domain/document-status.ts';
import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import { shareWords } from '../threshold-words.ts';
import styles from './threshold-editor.module.css';

/** How to move a handle without a pointer, and what the dashed lines are. */
export function HandleKeysLine({ live }: { readonly live: Thresholds | null }) {
  return (
    <div className={styles.keys}>
      <span className={styles.keyWords}>
        <Kbd keys="ArrowLeft" />
        <Kbd keys="ArrowRight" /> move by 0.01, with <Kbd keys="Shift" /> by 0.05
      </span>
      <span>
        {live === null
          ? 'live values are unknown'
          : `dashed: live values ${shareWords(live.confidenceThreshold)} and ${shareWords(live.reviewThreshold)}`}
      </span>
    </div>
  );
}
