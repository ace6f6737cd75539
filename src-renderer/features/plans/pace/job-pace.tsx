import { Fragment, useState } from 'react';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { StatusGlyph, type GlyphName } from '#renderer/ui/status.tsx';
import { TimeChart } from '#renderer/ui/time-chart/time-chart.tsx';
import { useTimeCursor, type TimeMark } from '#renderer/ui/time-chart/time-plot.tsx';
import type { JobDetail } from '#shared/contract/jobs.ts';
import type { Pace } from '#shared/contract/pace.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { findJobKind } from '#shared/domain/job-kinds/job-kinds.ts';
import { isUnderWay, itemsNoun } from '#shared/domain/job-words.ts';
import { describePace, isSamePace, listLoosened } from '#shared/domain/pace-rules.ts';
import { messages } from '../messages.ts';
import { whyNotBrake } from '../plan-messages.ts';
import { isList } from '../plan-rules.ts';
import dialog from '../planning-dialog.module.css';
import type { PlanningSession } from '../planning-session.ts';
import { formatUtcTime } from '../times.ts';
import { PaceForm, type Typing } from './pace-form.tsx';
import styles from './pace.module.css';
import { PaceSection, toSentence } from './plan-pace.tsx';

interface JobPaceProps {
  readonly detail: JobDetail;
  readonly session: PlanningSession;
}

/** Shows the planned and the real pace of a job, and changes it while the job has not ended. */
export function JobPaceSection({ detail, session }: JobPaceProps) {
  const { job, pace: shown } = detail;
  const [isOpen, setOpen] = useState(false);
  const command = useCommand('jobs.setPace', { toldInPlace: true, onSuccess: () => setOpen(false) });
  const canChange = job.state !== 'done' && shown.waiting > 0;
  const whyNot = whyNotBrake(job, session);
  return (
    <PaceSection isOpen={isOpen} canChange={canChange} whyNot={whyNot} onOpen={() => setOpen(true)}>
      {isOpen && canChange ? (
        <PaceForm
          pace={shown.pace}
          isList={isList(job.kind)}
          isOfTenants={job.many !== undefined}
          use={messages.pace.change}
          isRunning={command.isRunning}
          failure={command.failure}
          asksFor={(next) => findAsked(detail, next)}
          onUse={(pace, typed) =>
            void command.run({ jobId: job.jobId, pace, ...(typed !== undefined && { typed }) })
          }
          onCancel={() => setOpen(false)}
        />
      ) : (
        <>
          <p className={styles.line}>{toSentence(describePace(shown.pace, { isList: isList(job.kind) }))}</p>
          {isSamePace(shown.pace, shown.planned) ? null : (
            <p className={dialog.said}>{messages.pace.confirmed(describePace(shown.planned))}</p>
          )}
        </>
      )}
      {isList(job.kind) ? <PaceChart detail={detail} /> : null}
      {shown.watched.map(({ says, state }) => (
        <p key={says} className={styles.watched}>
          <StatusGlyph glyph={watchedGlyphs[state]} />
          {says}
        </p>
      ))}
      <Marks marks={shown.marks} />
    </PaceSection>
  );
}

const watchedGlyphs: Readonly<Record<JobDetail['pace']['watched'][number]['state'], GlyphName>> = {
  good: 'succeeded',
  bad: 'failed',
  unread: 'review',
};

/** A looser pace than the confirmed one needs the words that were typed at the start. */
function findAsked(
  { job, pace: { pace, planned, waiting } }: JobDetail,
  next: Pace,
): { readonly says: string; readonly typing: Typing } | null {
  const { environment } = job.connection;
  if (environment !== 'production' && !findJobKind(job.kind).isAlwaysTyped) return null;
  // Once the job has begun, it no longer waits for the alarm to begin.
  const now = job.beginsWhenQuiet === undefined ? { ...pace, beginWhen: null } : pace;
  const loosened = listLoosened(next, { now, confirmed: planned, left: waiting });
  // More items than the plan has are refused, whatever is typed.
  if (loosened.length === 0 || loosened.includes('first')) return null;
  return { says: messages.pace.loosens, typing: { environment, count: String(job.total) } };
}

const mostMarksListed = 5;

function Marks({ marks }: { readonly marks: JobDetail['pace']['marks'] }) {
  if (marks.length === 0) return null;
  const shown = marks.slice(-mostMarksListed).toReversed();
  return (
    <>
      <dl className={styles.marks}>
        {shown.map(({ at, kind, says }) => (
          <Fragment key={`${at} ${kind}`}>
            <dt>{formatUtcTime(at)}</dt>
            <dd>
              {messages.pace.marks[kind]}. {says}
            </dd>
          </Fragment>
        ))}
      </dl>
      {marks.length > shown.length ? (
        <p className={dialog.said}>{messages.pace.earlier(marks.length - shown.length)}</p>
      ) : null}
    </>
  );
}

/** Draws how many items were sent by when, as planned and really, with what braked or held the job. */
function PaceChart({ detail: { job, pace } }: Pick<JobPaceProps, 'detail'>) {
  const { chart, marks } = pace;
  const span = { from: Date.parse(chart.from), periodMs: chart.periodMs, count: chart.real.length };
  const [cursor, setCursor] = useTimeCursor(span);
  const isGoing = isUnderWay(job);
  const now = useNow(isGoing ? 1_000 : null);
  const isPlanned = chart.planned.some((value) => value !== null);
  const lines = [
    { id: 'real', title: messages.pace.real, tone: 'data-1' as const, values: chart.real },
    ...(isPlanned
      ? [{ id: 'planned', title: messages.pace.planned, tone: 'data-2' as const, values: chart.planned }]
      : []),
  ];
  const drawn: TimeMark[] = [
    ...marks.map(({ at, kind }) => ({
      at: Date.parse(at),
      label: messages.pace.marks[kind],
      tone: markTones[kind],
    })),
    ...(isGoing ? [{ at: now, label: messages.pace.now, tone: 'now' as const }] : []),
  ];
  return (
    <>
      <TimeChart
        title={messages.pace.sent}
        hint={messages.pace.sentHint(itemsNoun(job.kind))}
        kind="lines"
        lines={lines}
        span={span}
        height={84}
        format={grouped}
        limit={{ value: job.total, label: messages.pace.all }}
        marks={drawn}
        cursor={cursor}
        onCursor={setCursor}
      />
      <p className={dialog.said}>{describeStanding(chart, job.total)}</p>
    </>
  );
}

const markTones: Readonly<Record<JobDetail['pace']['marks'][number]['kind'], TimeMark['tone']>> = {
  begun: 'good',
  changed: 'changed',
  held: 'held',
  released: 'good',
  braked: 'bad',
  stopped: 'bad',
  resumed: 'good',
};

/** "40 of 120 sent. By plan it would be 52." */
function describeStanding({ real, planned }: JobDetail['pace']['chart'], total: number): string {
  const at = real.findLastIndex((value) => value !== null);
  const [sent, meant] = [real[at] ?? 0, planned[at] ?? null];
  return meant === null
    ? messages.pace.standsUnplanned(grouped(sent), grouped(total))
    : messages.pace.stands(grouped(sent), grouped(total), grouped(meant));
}
