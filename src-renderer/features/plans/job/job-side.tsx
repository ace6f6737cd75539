import { Fragment } from 'react';
import type { ItemReceipt, ItemState, JobDetail } from '#shared/contract/jobs/jobs.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { isUnderWay, itemsNoun, itemWords } from '#shared/domain/job-words.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import { ProgressBar } from '#renderer/ui/progress/progress-bar.tsx';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import { isList } from '../plan-kind.ts';
import styles from '../planning-dialog.module.css';
import { itemGlyphs } from './item-state.tsx';
import { JobControl } from './job-control.tsx';
import type { JobControlProps } from './job-control.tsx';
import { WhyBack } from './why-back.tsx';

export interface JobSideProps extends JobControlProps {
  readonly detail: JobDetail;
  /** All of them, or while it runs the last that changed. */
  readonly receipts: readonly ItemReceipt[];
}

/** What a person can do about it, what brakes it without one, and what has come of it. */
export function JobSide({ detail, receipts, ...control }: JobSideProps) {
  const { job, brakes } = detail;
  return (
    <aside ref={makeScrollReachable} className={styles.side} aria-label="The job">
      <JobControl {...control} />
      {isUnderWay(job) && isList(job.kind) && brakes.length > 0 && job.state === 'running' ? (
        <section className={styles.part}>
          <h3 className={styles.partTitle}>Brakes by itself when</h3>
          {brakes.map(({ says, now, limit }) => (
            <ProgressBar
              key={says}
              label={says}
              value={now}
              max={limit}
              figure={`${grouped(now)} of ${grouped(limit)}`}
              tone={now > 0 ? 'failed' : 'accent'}
            />
          ))}
        </section>
      ) : null}
      <section className={styles.part} hidden={!isList(job.kind)}>
        <h3 className={styles.partTitle}>{isUnderWay(job) ? 'Outcome so far' : 'Outcome'}</h3>
        <dl className={styles.pairs}>
          {shownStates(job).map((state) => (
            <Fragment key={state}>
              <dt>
                <StatusGlyph glyph={itemGlyphs[state]} />
                {itemWords(job.kind, state)}
              </dt>
              <dd>{grouped(job.counts[state])}</dd>
            </Fragment>
          ))}
        </dl>
      </section>
      {job.kind === 'redrive-messages' ? <WhyBack receipts={receipts} /> : null}
      <Spend job={job} />
    </aside>
  );
}

function Spend({ job: { kind, usd, estimatedUsd } }: Pick<JobDetail, 'job'>) {
  if (usd === null && (estimatedUsd === null || Number(estimatedUsd) === 0)) return null;
  return (
    <section className={styles.part}>
      {usd === null || estimatedUsd === null ? (
        <dl className={styles.pairs}>
          <dt>{usd === null ? 'Estimated' : 'Spent so far'}</dt>
          <dd>{moneyText(usd ?? estimatedUsd ?? '0')}</dd>
        </dl>
      ) : (
        <ProgressBar
          label="Spent, of the estimate"
          value={Number(usd)}
          max={Number(estimatedUsd)}
          figure={`${moneyText(usd)} of ${moneyText(estimatedUsd)}`}
        />
      )}
      {usd === null ? null : (
        <p className={styles.said}>What ended {itemsNoun(kind)} have used, by the price book of the plan.</p>
      )}
    </section>
  );
}

function shownStates({ kind, counts }: JobDetail['job']): readonly ItemState[] {
  // What is deleted cannot fail again.
  const always = kind === 'discard-messages' ? ['fixed'] : ['fixed', 'failed-again'];
  return states.filter((state) => counts[state] > 0 || always.includes(state));
}

const states: readonly ItemState[] = [
  'fixed',
  'failed-again',
  'refused',
  'unconfirmed',
  'uncertain',
  'skipped',
  'overtaken',
  'still-running',
  'running',
  'sending',
  'waiting',
];
