import type { ComponentType } from 'react';
import { describeAsked, describeMissing } from '#renderer/contract/attention-age.ts';
import { toFailureText } from '#renderer/contract/failure-text.ts';
import { Figure, FigureStrip, SparkBars } from '#renderer/ui/figure.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { EmptyState, FailureState } from '#renderer/ui/states.tsx';
import { describeCalmDay } from './calm-day.ts';
import type { FigureFacts } from './figure-facts.ts';
import { chooseFigures } from './today-figures.ts';
import { Lead, opensElsewhere, useLeads } from './lead.tsx';
import { needless, orderParts, type PartName } from './part-order.ts';
import { FailedBatchesPart, GroupsPart, LeftQueuedPart } from './parts/batch-tables.tsx';
import { CostsPart } from './parts/costs-part.tsx';
import { ObjectivesPart } from './parts/objectives-part.tsx';
import { CorrectionsPart } from './parts/corrections-part.tsx';
import { TenantsPart } from './parts/tenants-part.tsx';
import { ReviewPart, ThroughputPart, JobsPart, RunningPart } from './parts/work-parts.tsx';
import { AlarmsPart, DownloadsPart, QueuesPart } from './parts/watch-parts.tsx';
import type { Seen } from './seen.ts';
import styles from './today.module.css';
import { messages } from './messages.ts';

export function TodayLayout({ seen }: { readonly seen: Seen }) {
  const { batches, as, me } = seen;
  const calm = describeCalmDay(seen);
  const { main, side } = orderParts(as, me);
  if (batches.failure?.code === 'tenant-out-of-scope') return <NotYours seen={seen} />;
  return (
    <div className={styles.today}>
      <TodayFigures figures={chooseFigures(seen)} />
      {(batches.value?.problems ?? []).map((problem) => (
        <Note
          key={problem}
          tone="warn"
          flat
          live
          action={
            batches.value?.tenants.length === 0 ? (
              <Lead isWord to={{ desk: 'tenants' }}>
                {messages.page.openTriage}
              </Lead>
            ) : undefined
          }
        >
          {problem}
        </Note>
      ))}
      <FleetNotes seen={seen} />
      <ObjectivesPart seen={seen} />
      <CostsPart seen={seen} />
      <div className={styles.columns}>
        <div className={styles.main}>
          {calm === null ? null : <CalmCard sentences={calm} />}
          <Column names={calm === null ? main : main.filter((name) => !needless.has(name))} seen={seen} />
        </div>
        <div className={styles.side}>
          <Column names={side} seen={seen} />
        </div>
      </div>
    </div>
  );
}

/** Says which batches of all tenants are missing, or how many tenants were asked where no list of all is kept. */
function FleetNotes({ seen: { batches, tenant } }: { readonly seen: Seen }) {
  const answer = batches.value?.answeredFrom;
  if (answer === undefined || tenant !== null) return null;
  // Where a problem was told above, it says that already.
  const isTold = (batches.value?.problems.length ?? 0) > 0;
  const missing = answer.from === 'attention' && !isTold ? describeMissing(answer) : null;
  const said = missing ?? describeAsked(answer);
  return said === null ? null : (
    <Note flat tone={answer.from === 'attention' ? 'warn' : 'info'}>
      <b>{said[0]}</b> {said[1]}
    </Note>
  );
}

function Column({ names, seen }: { readonly names: readonly PartName[]; readonly seen: Seen }) {
  return names.map((name) => {
    const One: ComponentType<{ readonly seen: Seen }> = parts[name];
    return <One key={name} seen={seen} />;
  });
}

/** Shown if a link names a tenant that the person may not see. */
function NotYours({ seen: { batches } }: { readonly seen: Seen }) {
  if (batches.failure === undefined) return null;
  const notDone = messages.page.chooseTenant;
  return (
    <FailureState
      told={toFailureText(batches.failure, { title: messages.page.notRead, outOfScope: notDone })}
      notDone={notDone}
    />
  );
}

/** Shown on a day without anything to do; says what went well. */
function CalmCard({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <section className={styles.calm} aria-label={messages.page.nothingNeedsYou}>
      <EmptyState title={messages.page.nothingNeedsYou}>
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </EmptyState>
    </section>
  );
}

/** Each figure is a link to the list that it counts. */
function TodayFigures({ figures }: { readonly figures: readonly FigureFacts[] }) {
  const { hrefOf, follow } = useLeads();
  return (
    <FigureStrip label={messages.page.needsYou}>
      {figures.map(({ id, label, value, unit, sub, isPressing, lead, spark }) => (
        <Figure
          key={id}
          label={label}
          value={value}
          unit={unit}
          sub={
            <span className={isPressing ? styles.pressing : undefined} title={sub}>
              {sub}
            </span>
          }
          spark={spark && <SparkBars label={spark.label} values={spark.values} tone={spark.tone} />}
          href={hrefOf(lead)}
          onOpen={(event) => {
            if (opensElsewhere(event)) return;
            event.preventDefault();
            follow(lead);
          }}
        />
      ))}
    </FigureStrip>
  );
}

const parts: Readonly<Record<PartName, ComponentType<{ readonly seen: Seen }>>> = {
  throughput: ThroughputPart,
  groups: GroupsPart,
  left: LeftQueuedPart,
  corrections: CorrectionsPart,
  failed: FailedBatchesPart,
  tenants: TenantsPart,
  review: ReviewPart,
  queues: QueuesPart,
  alarms: AlarmsPart,
  downloads: DownloadsPart,
  running: RunningPart,
  jobs: JobsPart,
};
