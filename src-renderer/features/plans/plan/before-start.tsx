import { useNames } from '#renderer/contract/names.tsx';
import type { HowToPlan } from '#renderer/contract/planning.ts';
import { Button } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { Plan } from '#shared/contract/plans.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { findJobKind } from '#shared/domain/job-kinds/job-kinds.ts';
import { formatBeginning, jobTitle } from '#shared/domain/job-words.ts';
import { findKindMessages } from '../kind-messages.ts';
import { messages } from '../messages.ts';
import dialog from '../planning-dialog.module.css';

interface PlanWarningsProps {
  readonly plan: Plan;
  readonly onShowJob: (jobId: string) => void;
}

/** Says before the start what cannot be undone, and which jobs have the same documents. */
export function PlanWarnings({ plan, onShowJob }: PlanWarningsProps) {
  const names = useNames();
  const { cannotUndo } = findKindMessages(plan.kind);
  return (
    <>
      {plan.otherJobs?.map((job) => (
        <Note
          key={job.jobId}
          tone="warn"
          flat
          action={
            <Button size="sm" onClick={() => onShowJob(job.jobId)}>
              {messages.begin.openJob}
            </Button>
          }
        >
          {describeOtherJob(job, names.person(job.by))}
        </Note>
      ))}
      {plan.cannotStart === null ? (
        <Note flat>
          <b>{messages.begin.cannotUndo}</b> {cannotUndo.join(' ')}
        </Note>
      ) : null}
    </>
  );
}

type OtherJob = NonNullable<Plan['otherJobs']>[number];

/** "Braked: reprocessing 35 documents, started by Mira, still has 24 of these documents. …" */
export function describeOtherJob(job: OtherJob, who: string): string {
  const title = jobTitle({ ...job, counts: noCounts });
  const [same, blocked] = [grouped(job.same), grouped(job.blocked)];
  if (job.blocked > 0) {
    return messages.begin.sameBlocked(title, who, same, `${blocked} ${job.blocked === 1 ? 'is' : 'are'}`);
  }
  const isAtRest = job.state === 'braked' || job.state === 'stopped' || job.state === 'interrupted';
  return isAtRest ? messages.begin.sameLeft(title, who, same) : messages.begin.sameUnderWay(title, who, same);
}

/** The title does not depend on them. */
const noCounts = {} as Parameters<typeof jobTitle>[0]['counts'];

/** When a plan begins: now, after some minutes, or at a time of the day in UTC. */
export interface Beginning {
  readonly begins: 'now' | 'time' | `${number}`;
  readonly time: string;
}

const choices = [15, 60, 240] as const;

export function chooseBeginning(plan: Pick<Plan, 'kind'>, { afterMinutes }: HowToPlan): Beginning['begins'] {
  return afterMinutes === undefined || findJobKind(plan.kind).canBeginLater !== true
    ? 'now'
    : `${afterMinutes}`;
}

/** Returns the time to begin; undefined for now, and null if the time that was typed is none. */
export function toBeginsAt({ begins, time }: Beginning, now: number): string | undefined | null {
  if (begins === 'now') return undefined;
  if (begins !== 'time') return new Date(now + Number(begins) * minute).toISOString();
  const [, hours, minutes] = clock.exec(time.trim()) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const at = new Date(now).setUTCHours(Number(hours), Number(minutes), 0, 0);
  // A time that has passed today is meant for tomorrow.
  return new Date(at > now ? at : at + day).toISOString();
}

export function findTimeError(beginning: Beginning): string | undefined {
  return toBeginsAt(beginning, 0) === null ? messages.begin.wrongTime : undefined;
}

const minute = 60_000;
const day = 86_400_000;
const clock = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/;

interface BeginFieldsProps {
  readonly plan: Plan;
  readonly beginning: Beginning;
  readonly error: string | undefined;
  readonly onChange: (beginning: Beginning) => void;
}

/** Chooses when the plan begins, for the kinds that can wait. */
export function BeginFields({ plan, beginning, error, onChange }: BeginFieldsProps) {
  const now = useNow(10_000);
  if (findJobKind(plan.kind).canBeginLater !== true) return null;
  const { begins, time } = beginning;
  const after = choices.map((minutes) => ({
    value: `${minutes}` as const,
    label: messages.begin.in(
      minutes < 60 ? `${minutes} min` : minutes === 60 ? '1 hour' : `${minutes / 60} hours`,
      formatBeginning(new Date(now + minutes * minute).toISOString()),
    ),
  }));
  return (
    <>
      <Select<Beginning['begins']>
        label={messages.begin.label}
        className={dialog.begins}
        value={begins}
        onChange={(next) => onChange({ begins: next, time })}
        options={[
          { value: 'now', label: messages.begin.now },
          ...after,
          { value: 'time', label: messages.begin.atTime },
        ]}
      />
      {begins === 'time' ? (
        <TextField
          label={messages.begin.time}
          className={dialog.short}
          mono
          value={time}
          error={error}
          onChange={(event) => onChange({ begins, time: event.currentTarget.value })}
        />
      ) : null}
      {begins === 'now' ? null : <p className={dialog.said}>{messages.begin.hint}</p>}
    </>
  );
}
