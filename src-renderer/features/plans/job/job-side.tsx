import { Fragment, type RefObject, type CSSProperties } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { exactUtc } from '#renderer/ui/relative-time.tsx';
import status from '#renderer/ui/status.module.css';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { ItemReceipt, ItemState, Job, JobDetail } from '#shared/contract/jobs.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { sendsMessages } from '#shared/domain/job-kinds/message-jobs.ts';
import {
  canGoOn,
  isUnderWay,
  itemsNoun,
  describeItemState,
  describeBeginning,
  jobStateWords,
} from '#shared/domain/job-words.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { itemGlyphs } from '../marks.tsx';
import { messages } from '../messages.ts';
import { JobPaceSection } from '../pace/job-pace.tsx';
import { describeBrake, describeEnd, describeResume } from '../plan-messages.ts';
import { isList } from '../plan-rules.ts';
import dialog from '../planning-dialog.module.css';
import type { PlanningSession } from '../planning-session.ts';
import {
  countReturnCauses,
  toSegments,
  describeStepOutcome,
  formatStepTitle,
  describeStep,
  type JobStep,
} from './job-rules.ts';

interface JobSideProps extends JobControlProps {
  readonly detail: JobDetail;
  /** All receipts, or while the job runs the latest ones. */
  readonly receipts: readonly ItemReceipt[];
  readonly session: PlanningSession;
}

/** Shows the controls of a job, its automatic brake, and its results. */
export function JobSide({ detail, receipts, session, ...control }: JobSideProps) {
  const { job, brakes } = detail;
  return (
    <aside ref={makeScrollReachable} className={dialog.side} aria-label={messages.job.side}>
      <JobControl {...control} />
      <JobPaceSection detail={detail} session={session} />
      {isUnderWay(job) && isList(job.kind) && brakes.length > 0 && job.state === 'running' ? (
        <section className={dialog.part}>
          <h3 className={dialog.partTitle}>{messages.job.brakesWhen}</h3>
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
      <section className={dialog.part} hidden={!isList(job.kind)}>
        <h3 className={dialog.partTitle}>
          {isUnderWay(job) ? messages.job.outcomeSoFar : messages.job.outcome}
        </h3>
        <dl className={dialog.pairs}>
          {listShownStates(job).map((state) => (
            <Fragment key={state}>
              <dt>
                <StatusGlyph glyph={itemGlyphs[state]} />
                {describeItemState(job.kind, state, job)}
              </dt>
              <dd>{grouped(job.counts[state])}</dd>
            </Fragment>
          ))}
        </dl>
      </section>
      {sendsMessages(job.kind) ? <ReturnCauses receipts={receipts} /> : null}
      {detail.cameBackLater === undefined ? null : <LaterReturns later={detail.cameBackLater} />}
      <Spend job={job} />
    </aside>
  );
}

function Spend({ job: { kind, usd, estimatedUsd } }: Pick<JobDetail, 'job'>) {
  if (usd === null && (estimatedUsd === null || Number(estimatedUsd) === 0)) return null;
  return (
    <section className={dialog.part}>
      {usd === null || estimatedUsd === null ? (
        <dl className={dialog.pairs}>
          <dt>{usd === null ? messages.job.estimated : messages.job.spent}</dt>
          <dd>{moneyText(usd ?? estimatedUsd ?? '0')}</dd>
        </dl>
      ) : (
        <ProgressBar
          label={messages.job.spentOf}
          value={Number(usd)}
          max={Number(estimatedUsd)}
          figure={`${moneyText(usd)} of ${moneyText(estimatedUsd)}`}
        />
      )}
      {usd === null ? null : <p className={dialog.said}>{messages.job.finished(itemsNoun(kind))}</p>}
    </section>
  );
}

function listShownStates({ kind, counts }: JobDetail['job']): readonly ItemState[] {
  // A deleted message cannot fail again.
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

interface JobControlProps {
  readonly job: Job;
  /** The summary of the results, once nothing more is sent. */
  readonly summary: string;
  /** The file in which a discard keeps the deleted messages. */
  readonly kept: string | null;
  readonly braking: boolean;
  readonly resuming: boolean;
  readonly ending: boolean;
  /** The reason why this person may not brake; null if they may. */
  readonly whyNotBrake: string | null;
  readonly whyNotResume: string | null;
  readonly onBrake: () => void;
  readonly onResume: () => void;
  readonly onEnd: () => void;
  readonly brakeRef: RefObject<HTMLButtonElement | null>;
}

/** Brakes a running job, or resumes or ends a stopped one. */
function JobControl(props: JobControlProps) {
  const { job, summary, kept, braking, resuming, ending, whyNotBrake, whyNotResume } = props;
  const { onBrake, onResume, onEnd, brakeRef } = props;
  if (job.state === 'running') {
    return (
      <section className={dialog.part}>
        <Button
          ref={brakeRef}
          variant="danger"
          icon="brake"
          shortcut={pageKeys.triage.brake}
          className={dialog.brake}
          loading={braking}
          disabled={whyNotBrake ?? false}
          onClick={onBrake}
        >
          {messages.job.brake}
        </Button>
        <p className={dialog.said}>{whyNotBrake ?? describeBrake(job)}</p>
        {job.because === null ? null : <p className={dialog.said}>{job.because}</p>}
        {job.isHeld === true ? (
          <Button
            icon="play"
            size="sm"
            loading={resuming}
            disabled={whyNotResume ?? false}
            onClick={onResume}
          >
            {messages.pace.letGoOn}
          </Button>
        ) : null}
      </section>
    );
  }
  if (job.state === 'scheduled') {
    return (
      <section className={dialog.part}>
        <h3 className={dialog.partTitle}>{describeBeginning(job).replace(/^b/, 'B')}</h3>
        <p className={dialog.said}>{job.because ?? messages.job.waits}</p>
        <Button icon="play" loading={resuming} disabled={whyNotResume ?? false} onClick={onResume}>
          {messages.job.beginNow}
        </Button>
        <Button variant="ghost" loading={ending} disabled={whyNotBrake ?? false} onClick={onEnd}>
          {messages.job.cancel}
        </Button>
      </section>
    );
  }
  return (
    <section className={dialog.part}>
      <h3 className={dialog.partTitle}>{jobStateWords[job.state]}</h3>
      <output className={dialog.summary}>{summary}</output>
      {kept === null ? null : <SavedFile file={kept} />}
      {job.because === null ? null : <p className={dialog.said}>{job.because}</p>}
      {isUnderWay(job) ? (
        <p className={dialog.said}>{messages.job.finishing(job.counts.running + job.counts.sending)}</p>
      ) : null}
      {!canGoOn(job) ? null : (
        <>
          <Button icon="play" loading={resuming} disabled={whyNotResume ?? false} onClick={onResume}>
            {messages.job.resume}
          </Button>
          <p className={dialog.said}>{whyNotResume ?? describeResume(job)}</p>
          {job.counts.waiting + (job.unanswered ?? 0) === 0 || isUnderWay(job) ? null : (
            <>
              <Button variant="ghost" loading={ending} disabled={whyNotBrake ?? false} onClick={onEnd}>
                {messages.job.end}
              </Button>
              <p className={dialog.said}>{describeEnd(job)}</p>
            </>
          )}
        </>
      )}
    </section>
  );
}

/** This file is the only remaining copy of the deleted messages. */
function SavedFile({ file }: { readonly file: string }) {
  return (
    <div className={dialog.kept}>
      <span className={dialog.label}>
        {messages.job.savedIn}
        <CopyButton text={file} label={messages.job.copyPath} />
      </span>
      <code className={dialog.path}>{file}</code>
    </div>
  );
}

/** Shows each cause once in full, because a row of the table has no room for it. */
function ReturnCauses({ receipts }: { readonly receipts: readonly ItemReceipt[] }) {
  const causes = countReturnCauses(receipts);
  if (causes.length === 0) return null;
  const shown = causes.slice(0, mostShown);
  return (
    <section className={dialog.part}>
      <h3 className={dialog.partTitle}>
        {causes.length === 1 && causes[0]?.count === 1
          ? messages.job.whyItFailedAgain
          : messages.job.whyTheyFailedAgain}
      </h3>
      <dl className={dialog.pairs}>
        {shown.map(({ cause, count }) => (
          <Fragment key={cause}>
            <dt className={dialog.cause}>{cause}</dt>
            <dd>{grouped(count)}</dd>
          </Fragment>
        ))}
      </dl>
      {causes.length > mostShown ? (
        <p className={dialog.said}>{messages.job.otherCauses(causes.length - mostShown)}</p>
      ) : null}
    </section>
  );
}

/** Messages that counted as sent or processed may come back after the job has ended. */
function LaterReturns({ later: { messages: count, lastAt } }: { readonly later: Later }) {
  return (
    <section className={dialog.part}>
      <h3 className={dialog.partTitle}>{messages.job.cameBackLater}</h3>
      <p className={dialog.said}>{messages.job.cameBackLaterSays(count, exactUtc(Date.parse(lastAt)))}</p>
    </section>
  );
}

type Later = NonNullable<JobDetail['cameBackLater']>;

const mostShown = 3;

interface JobStepsProps {
  readonly job: Pick<Job, 'kind' | 'failedDownloads'>;
  readonly steps: readonly JobStep[];
}

/** Shows the steps of the ramp (one, ten, the rest), with a box for each item. */
export function JobSteps({ job, steps }: JobStepsProps) {
  return (
    <ol className={dialog.steps} aria-label={messages.plan.steps}>
      {steps.map((step, place) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- a step is its place
          key={place}
          className={dialog.step}
          style={{ '--share': Math.sqrt(step.size) } as CSSProperties}
        >
          <VisuallyHidden>{describeStepOutcome(step, place, job)}</VisuallyHidden>
          <div className={dialog.head} aria-hidden>
            <StatusGlyph glyph={pickStepGlyph(step)} />
            <b className={dialog.title}>{formatStepTitle(step, place)}</b>
            <span className={dialog.words}>{describeStep(step, job)}</span>
          </div>
          <div className={dialog.boxes} aria-hidden>
            {toSegments(step).map(({ state, count }, index) => (
              <span
                // oxlint-disable-next-line react/no-array-index-key -- a box is its place in the plan
                key={index}
                className={classNames(dialog.box, status[itemGlyphs[state]])}
                data-state={state}
                style={{ '--share': count } as CSSProperties}
              />
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}

function pickStepGlyph({ state, counts }: JobStep) {
  if (state === 'waiting') return 'queued';
  if (counts['failed-again'] + counts.refused > 0) return 'failed';
  if (counts.uncertain > 0) return 'review';
  if (counts.unconfirmed > 0 && state !== 'running') return 'unconfirmed';
  return state === 'running' ? 'processing' : 'succeeded';
}
