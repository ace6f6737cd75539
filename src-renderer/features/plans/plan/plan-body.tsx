import { Fragment, type CSSProperties, useMemo } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { PaneTitle } from '#renderer/ui/pane.tsx';
import { StatusGlyph, type GlyphName } from '#renderer/ui/status.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Plan, PlanItem } from '#shared/contract/plans.ts';
import { capitalize, grouped } from '#shared/domain/formatting.ts';
import { findJobKind } from '#shared/domain/job-kinds/job-kinds.ts';
import { leaveOutAfterFirst, usualPace } from '#shared/domain/pace-rules.ts';
import { moneyText, placesOfColumn } from '#shared/pricing/decimal.ts';
import { findKindMessages } from '../kind-messages.ts';
import { Verdict } from '../marks.tsx';
import { messages } from '../messages.ts';
import { PlanPace, type PaceOfPlan } from '../pace/plan-pace.tsx';
import {
  isCheap,
  countAllThatMayGo,
  countFigures,
  isList,
  listRampSteps,
  nameSecondStep,
  sortBlockedFirst,
  describeReads,
} from '../plan-rules.ts';
import dialog from '../planning-dialog.module.css';
import { formatAbout } from '../times.ts';
import styles from './plan-body.module.css';
import { planColumns } from './plan-columns.tsx';
import { PlannedBatches } from './planned-batches.tsx';

interface PlanBodyProps {
  readonly plan: Plan;
  readonly reason: string;
  readonly pace: PaceOfPlan;
}

export function PlanBody({ plan, reason, pace }: PlanBodyProps) {
  const isOfMany = isList(plan.kind);
  return (
    <>
      {isOfMany ? <PlanFigures plan={plan} reason={reason} /> : null}
      <div className={dialog.columns}>
        {plan.many !== undefined ? (
          <PlannedBatches plan={plan} many={plan.many} />
        ) : isOfMany ? (
          <PlanItems plan={plan} hasReason={reason.trim() !== ''} />
        ) : (
          <SinglePlan plan={plan} />
        )}
        <PlanSide plan={plan} ramp={listRampSteps(plan, reason)} pace={pace} />
      </div>
    </>
  );
}

function PlanFigures({ plan, reason }: { readonly plan: Plan; readonly reason: string }) {
  const figures = countFigures(plan, reason);
  const all = countAllThatMayGo(plan, reason);
  const { usd, seconds } = figures;
  const { priceBook } = plan.estimate;
  return (
    <section
      className={classNames(styles.figures, usd === null && isCheap(plan.kind) && styles.noMoney)}
      aria-label={messages.plan.summary}
    >
      {verdicts.map((verdict) => (
        <div key={verdict} className={styles.figure}>
          <div className={styles.value}>
            {grouped(figures[verdict])}
            {verdict === 'go' && all > figures.go ? (
              <small className={styles.unit}>{messages.pace.ofAll(grouped(all))}</small>
            ) : null}
          </div>
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
  readonly pace: PaceOfPlan;
}

function PlanSide({ plan, ramp, pace }: PlanSideProps) {
  const { steps } = findKindMessages(plan.kind);
  return (
    <aside ref={makeScrollReachable} className={dialog.side} aria-label={messages.plan.side}>
      {pace.isOpen ? null : <Estimate plan={plan} />}
      {ramp.length === 0 ? null : (
        <PlanPace plan={plan} {...pace}>
          {steps === null ? null : (
            <>
              <Ramp steps={ramp} second={nameSecondStep(plan)} />
              <p className={dialog.said}>{steps.next}</p>
            </>
          )}
        </PlanPace>
      )}
      {plan.checks.length === 0 || pace.isOpen ? null : (
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
  const places = placesOfColumn(estimate.lines.map(({ usd }) => usd));
  return (
    <section className={dialog.part}>
      <h3 className={dialog.partTitle}>{isCheap(kind) ? messages.plan.cost : messages.plan.estimate}</h3>
      {estimate.lines.length === 0 ? null : (
        <dl className={dialog.pairs}>
          {estimate.lines.map(({ what, usd }) => (
            <Fragment key={what}>
              <dt>{what}</dt>
              <dd>{moneyText(usd, { places, tiny: 'sign' })}</dd>
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
  return capitalize(ended);
}

const glyphs: Readonly<Record<Plan['checks'][number]['state'], GlyphName>> = {
  good: 'succeeded',
  warning: 'review',
  bad: 'failed',
};

const stateLabels = messages.plan.checkStates;

interface RampProps {
  readonly steps: readonly number[];
  /** The tenant of the second step, if the plan goes over tenants. */
  readonly second: string | undefined;
}

/** Shows the steps: one, ten or a tenant, and the rest only after those succeed. */
function Ramp({ steps, second }: RampProps) {
  return (
    <ol className={styles.ramp} aria-label={messages.plan.steps}>
      {steps.map((count, place) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- a step is its place
          key={place}
          className={styles.step}
          style={{ '--share': Math.sqrt(count) } as CSSProperties}
        >
          {nameStep(count, { place, second, isLast: place === steps.length - 1 })}
        </li>
      ))}
    </ol>
  );
}

function nameStep(
  count: number,
  { place, second, isLast }: { place: number; second: string | undefined; isLast: boolean },
): string {
  if (place > 1 && isLast) return messages.plan.rest(grouped(count));
  return place === 1 && second !== undefined
    ? messages.many.ofTenant(second, grouped(count))
    : grouped(count);
}

/** Lists every item of the plan. Items that are left out come first. */
function PlanItems({ plan, hasReason }: { readonly plan: Plan; readonly hasReason: boolean }) {
  const items = useMemo(
    () => sortBlockedFirst(leaveOutAfterFirst(plan.items, plan.pace ?? usualPace, hasReason)),
    [plan, hasReason],
  );
  const { family, noun } = findJobKind(plan.kind);
  const { one } = noun;
  const ofMessages = family === 'messages';
  return (
    <DataTable
      label={messages.plan.items(one)}
      head={
        <PaneTitle
          title={
            ofMessages
              ? messages.plan.everyMessage(plan.kind === 'resend-messages')
              : messages.plan.readAgain(one)
          }
          hint={ofMessages ? undefined : describeReads(plan)}
          level={3}
        />
      }
      columns={planColumns[family]}
      rows={items}
      rowId={getRowId}
      detail={getWhy}
      onFilterChange={items.length > 12 ? ignoreFilter : undefined}
      empty={null}
    />
  );
}

function getRowId({ id }: PlanItem): string {
  return id;
}

function getWhy({ why }: PlanItem): string {
  return why;
}

function ignoreFilter(): void {
  // The table keeps the state of its filter.
}
