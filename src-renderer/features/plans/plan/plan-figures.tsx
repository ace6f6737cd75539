import type { Plan } from '#shared/contract/jobs/plans.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { costsLittle } from '../plan-kind.ts';
import { aboutWords } from '../time-words.ts';
import { figuresOf } from './going.ts';
import styles from './plan-figures.module.css';
import { Verdict } from './verdict.tsx';

export function PlanFigures({ plan, reason }: { readonly plan: Plan; readonly reason: string }) {
  const figures = figuresOf(plan, reason);
  const { usd, seconds } = figures;
  const { priceBook } = plan.estimate;
  return (
    <section
      className={classNames(styles.figures, usd === null && costsLittle(plan.kind) && styles.noMoney)}
      aria-label="The plan in figures"
    >
      {verdicts.map((verdict) => (
        <div key={verdict} className={styles.figure}>
          <div className={styles.value}>{grouped(figures[verdict])}</div>
          <div className={styles.word}>
            <Verdict verdict={verdict} />
          </div>
        </div>
      ))}
      {usd === null && costsLittle(plan.kind) ? null : (
        <div className={classNames(styles.figure, styles.money)}>
          <div className={styles.value}>
            {usd === null ? 'No estimate' : moneyText(usd, costsLittle(plan.kind) ? inCents : undefined)}
            {seconds === null ? null : <small className={styles.unit}>{aboutWords(seconds)}</small>}
          </div>
          <div className={styles.sub} title={priceBook.name}>
            {usd === null ? 'Nothing is known of what it will take' : `by ${priceBook.name}`}
          </div>
        </div>
      )}
    </section>
  );
}

const verdicts = ['go', 'skip', 'blocked'] as const;
/** A request to AWS costs a fraction of one. */
const inCents = { places: 4, tiny: 'sign' } as const;
