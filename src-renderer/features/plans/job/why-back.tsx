import { Fragment } from 'react';
import type { ItemReceipt } from '#shared/contract/jobs/jobs.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import styles from '../planning-dialog.module.css';
import { causesOfReturn } from './causes-of-return.ts';

/** Each cause once, in full: in a line of the table there is no room for it. */
export function WhyBack({ receipts }: { readonly receipts: readonly ItemReceipt[] }) {
  const causes = causesOfReturn(receipts);
  if (causes.length === 0) return null;
  const shown = causes.slice(0, mostShown);
  return (
    <section className={styles.part}>
      <h3 className={styles.partTitle}>
        {causes.length === 1 && causes[0]?.count === 1 ? 'Why it came back' : 'Why they came back'}
      </h3>
      <dl className={styles.pairs}>
        {shown.map(({ cause, count }) => (
          <Fragment key={cause}>
            <dt className={styles.cause}>{cause}</dt>
            <dd>{grouped(count)}</dd>
          </Fragment>
        ))}
      </dl>
      {causes.length > mostShown ? (
        <p className={styles.said}>
          and {grouped(causes.length - mostShown)} other causes, each on its line.
        </p>
      ) : null}
    </section>
  );
}

const mostShown = 3;
