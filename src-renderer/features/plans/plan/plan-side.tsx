import { Fragment } from 'react';
import type { Plan } from '#shared/contract/jobs/plans.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import type { GlyphName } from '#renderer/ui/status/glyph-paths.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import styles from '../planning-dialog.module.css';
import { costsLittle, isList } from '../plan-kind.ts';
import { Ramp } from '../ramp.tsx';
import { nextStepWords } from './plan-words.ts';
import checks from './plan-side.module.css';

export interface PlanSideProps {
  readonly plan: Plan;
  readonly ramp: readonly number[];
}

export function PlanSide({ plan, ramp }: PlanSideProps) {
  return (
    <aside ref={makeScrollReachable} className={styles.side} aria-label="What it costs and how it goes">
      <Estimate plan={plan} />
      {ramp.length === 0 || !isList(plan.kind) ? null : (
        <section className={styles.part}>
          <h3 className={styles.partTitle}>Ramp</h3>
          <Ramp steps={ramp} />
          <p className={styles.said}>{nextStepWords(plan.kind)}</p>
        </section>
      )}
      {plan.checks.length === 0 ? null : (
        <section className={styles.part}>
          <h3 className={styles.partTitle}>Checked before start</h3>
          <ul className={checks.checks}>
            {plan.checks.map(({ says, state }) => (
              <li key={says} className={checks.check}>
                <StatusGlyph glyph={glyphs[state]} />
                <span>
                  <VisuallyHidden>{stateWords[state]}: </VisuallyHidden>
                  {says}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}

function Estimate({ plan: { estimate, kind } }: { readonly plan: Plan }) {
  return (
    <section className={styles.part}>
      <h3 className={styles.partTitle}>{costsLittle(kind) ? 'Cost' : 'Estimate'}</h3>
      {estimate.lines.length === 0 ? null : (
        <dl className={styles.pairs}>
          {estimate.lines.map(({ what, usd }) => (
            <Fragment key={what}>
              <dt>{what}</dt>
              <dd>{moneyText(usd, { places: 4, tiny: 'sign' })}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      <p className={styles.said}>
        {estimate.usd === null ? 'No estimate. ' : ''}
        {estimate.basis === '' ? '' : `${sentence(estimate.basis)} `}
        Prices: {estimate.priceBook.name}.
      </p>
    </section>
  );
}

/** "Mean of 184 finished documents of this batch." */
function sentence(words: string): string {
  const ended = /[.:]$/.test(words) ? words : `${words}.`;
  return `${ended.charAt(0).toUpperCase()}${ended.slice(1)}`;
}

const glyphs: Readonly<Record<Plan['checks'][number]['state'], GlyphName>> = {
  good: 'succeeded',
  warning: 'review',
  bad: 'failed',
};

const stateWords = { good: 'Good', warning: 'Look at this', bad: 'Bad' } as const;
