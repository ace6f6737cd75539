import { Fragment, type CSSProperties } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { StatusGlyph, type GlyphName } from '#renderer/ui/status.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Plan } from '#shared/contract/plans.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { Verdict } from '../marks.tsx';
import { findKindMessages } from '../kind-messages.ts';
import { messages } from '../messages.ts';
import { isCheap, countFigures, isList, listRampSteps } from '../plan-rules.ts';
import dialog from '../planning-dialog.module.css';
import { formatAbout } from '../times.ts';
import styles from './plan-body.module.css';
import { PlanItems } from './plan-items.tsx';

export function PlanBody({ plan, reason }: { readonly plan: Plan; readonly reason: string }) {
  const isOfMany = isList(plan.kind);
  return (
    <>
      {isOfMany ? <PlanFigures plan={plan} reason={reason} /> : null}
      <div className={dialog.columns}>
        {isOfMany ? <PlanItems plan={plan} /> : <SinglePlan plan={plan} />}
        <PlanSide plan={plan} ramp={listRampSteps(plan, reason)} />
      </div>
    </>
  );
}

function PlanFigures({ plan, reason }: { readonly plan: Plan; readonly reason: string }) {
  const figures = countFigures(plan, reason);
  const { usd, seconds } = figures;
  const { priceBook } = plan.estimate;
  return (
    <section
      className={classNames(styles.figures, usd === null && isCheap(plan.kind) && styles.noMoney)}
      aria-label={messages.plan.summary}
    >
      {verdicts.map((verdict) => (
        <div key={verdict} className={styles.figure}>
          <div className={styles.value}>{grouped(figures[verdict])}</div>
          <div className={styles.word}>
            <Verdict verdict={verdict} />
          </div>
        </div>
      ))}
      {usd === null && isCheap(plan.kind) ? null : (
        <div className={classNames(styles.figure, styles.money)}>
          <div className={styles.value}>
            {usd === null
              ? messages.plan.noEstimate
              : moneyText(usd, isCheap(plan.kind) ? inCents : undefined)}
            {seconds === null ? null : <small className={styles.unit}>{formatAbout(seconds)}</small>}
          </div>
          <div className={styles.sub} title={priceBook.name}>
            {usd === null ? '' : messages.plan.byBook(priceBook.name)}
          </div>
        </div>
      )}
    </section>
  );
}

const verdicts = ['go', 'skip', 'blocked'] as const;
/** An AWS request costs a fraction of a cent. */
const inCents = { places: 4, tiny: 'sign' } as const;

/** Shows a plan with a single item: what it will change, and what it will not. */
function SinglePlan({ plan }: { readonly plan: Plan }) {
  const { action } = findKindMessages(plan.kind);
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
        <h3 className={styles.title}>{messages.plan.does}</h3>
        <ul className={styles.list}>
          {action?.does.map((says) => (
            <li key={says}>{says}</li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className={styles.title}>{messages.plan.doesNot}</h3>
        <ul className={styles.list}>
          {action?.doesNot.map((says) => (
            <li key={says}>{says}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

interface PlanSideProps {
  readonly plan: Plan;
  readonly ramp: readonly number[];
}

function PlanSide({ plan, ramp }: PlanSideProps) {
  const { steps } = findKindMessages(plan.kind);
  return (
    <aside ref={makeScrollReachable} className={dialog.side} aria-label={messages.plan.side}>
      <Estimate plan={plan} />
      {ramp.length === 0 || steps === null ? null : (
        <section className={dialog.part}>
          <h3 className={dialog.partTitle}>{messages.plan.ramp}</h3>
          <Ramp steps={ramp} />
          <p className={dialog.said}>{steps.next}</p>
        </section>
      )}
      {plan.checks.length === 0 ? null : (
        <section className={dialog.part}>
          <h3 className={dialog.partTitle}>{messages.plan.checks}</h3>
          <ul className={styles.checks}>
            {plan.checks.map(({ says, state }) => (
              <li key={says} className={styles.check}>
                <StatusGlyph glyph={glyphs[state]} />
                <span>
                  <VisuallyHidden>{stateLabels[state]}: </VisuallyHidden>
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
    <section className={dialog.part}>
      <h3 className={dialog.partTitle}>{isCheap(kind) ? messages.plan.cost : messages.plan.estimate}</h3>
      {estimate.lines.length === 0 ? null : (
        <dl className={dialog.pairs}>
          {estimate.lines.map(({ what, usd }) => (
            <Fragment key={what}>
              <dt>{what}</dt>
              <dd>{moneyText(usd, { places: 4, tiny: 'sign' })}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      <p className={dialog.said}>
        {estimate.usd === null ? messages.plan.noEstimateThen : ''}
        {estimate.basis === '' ? '' : `${toSentence(estimate.basis)} `}
        {messages.plan.prices(estimate.priceBook.name)}
      </p>
    </section>
  );
}

/** "Mean of 184 finished documents of this batch." */
function toSentence(words: string): string {
  const ended = /[.:]$/.test(words) ? words : `${words}.`;
  return `${ended.charAt(0).toUpperCase()}${ended.slice(1)}`;
}

const glyphs: Readonly<Record<Plan['checks'][number]['state'], GlyphName>> = {
  good: 'succeeded',
  warning: 'review',
  bad: 'failed',
};

const stateLabels = messages.plan.checkStates;

/** Shows the steps: one, ten, and the rest only after those succeed. */
function Ramp({ steps }: { readonly steps: readonly number[] }) {
  return (
    <ol className={styles.ramp} aria-label={messages.plan.steps}>
      {steps.map((count, place) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- a step is its place
          key={place}
          className={styles.step}
          style={{ '--share': Math.sqrt(count) } as CSSProperties}
        >
          {place > 1 ? messages.plan.rest(grouped(count)) : grouped(count)}
        </li>
      ))}
    </ol>
  );
}
