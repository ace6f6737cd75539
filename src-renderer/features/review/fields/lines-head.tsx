import type { TotalCheck } from '#shared/domain/review/line-checks.ts';
import { totalWords } from '#shared/domain/review/line-words.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import styles from './lines.module.css';

/** What the lines add up to, as they stand with what has been typed. */
export function LinesHead({ total }: { readonly total: TotalCheck | null }) {
  return (
    <div className={styles.head}>
      <h3>Line items</h3>
      <Kbd keys="G" decorative />
      {total === null ? null : (
        <output
          className={styles.total}
          data-fits={total.fits === null ? undefined : String(total.fits)}
          title={totalWords(total)}
        >
          {total.fits === null ? null : <Icon name={total.fits ? 'check' : 'warning'} size={12} />}
          <span>{totalWords(total)}</span>
        </output>
      )}
    </div>
  );
}
