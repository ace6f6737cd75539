import type { Plan } from '#shared/contract/jobs/plans.ts';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import styles from './single-plan.module.css';
import { deedWords } from './deed-words.ts';
import { Verdict } from './verdict.tsx';

/** One thing and not a list: what will happen to it, and what will not. */
export function SinglePlan({ plan }: { readonly plan: Plan }) {
  const { does, doesNot } = deedWords(plan.kind);
  return (
    <div ref={makeScrollReachable} className={styles.single}>
      {plan.items.map(({ id, verdict, why }) => (
        <p key={id} className={styles.item}>
          <Verdict verdict={verdict} />
          <code className={styles.name}>{id}</code>
          {verdict === 'go' ? null : <span className={styles.why}>{why}</span>}
        </p>
      ))}
      <section>
        <h3 className={styles.title}>What it does</h3>
        <ul className={styles.list}>
          {does.map((says) => (
            <li key={says}>{says}</li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className={styles.title}>What it does not do</h3>
        <ul className={styles.list}>
          {doesNot.map((says) => (
            <li key={says}>{says}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}
