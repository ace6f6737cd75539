import { useEffect, useEffectEvent, useMemo } from 'react';
import type { Job } from '#shared/contract/jobs/jobs.ts';
import { whereOf } from '#shared/domain/job-place.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import { useJobs } from '#renderer/contract/use-jobs.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';
import { StaleNote } from '#renderer/ui/states/stale-note.tsx';
import type { ActivityAddress, GoActivity } from '../activity-address.ts';
import styles from '../activity-page.module.css';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { jobColumns } from './job-columns.tsx';
import { UncertainNote } from './uncertain-note.tsx';

export interface JobsTabProps {
  readonly address: ActivityAddress;
  readonly go: GoActivity;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
  readonly onOpenDownloads: (where: NonNullable<Job['downloads']>) => void;
  readonly nameOf: (personId: string) => string;
}

/** Every plan that was run on this connection, the newest first; each opens with all of its receipts. */
export function JobsTab({ address, go, onOpenBatch, onOpenDownloads, nameOf }: JobsTabProps) {
  const { value, failure } = useJobs();
  const { showJob } = usePlanning();
  const now = useNow(10_000);
  const jobs = value?.jobs ?? none;
  const columns = useMemo(
    () => jobColumns({ now, nameOf, onOpenBatch, onOpenDownloads }),
    [now, nameOf, onOpenBatch, onOpenDownloads],
  );

  function open({ jobId }: Job): void {
    go({ job: jobId }, 'replace');
    showJob(jobId);
  }

  // A link to a job leads to it; closing it leaves the list.
  const arrive = useEffectEvent(() => {
    if (address.job !== null) showJob(address.job);
  });
  useEffect(() => arrive(), []);

  return (
    <>
      {failure !== undefined && value !== undefined ? (
        <StaleNote flat reason={failure.message} showing="What is shown is from before." />
      ) : null}
      <UncertainNote jobs={jobs} onOpen={open} />
      <div className={styles.table}>
        <DataTable
          label="Jobs"
          columns={columns}
          rows={jobs}
          rowId={rowId}
          rowName={(job) => `the job on ${whereOf(job)}`}
          activeId={address.job}
          onActiveChange={(job) => go({ job }, 'replace')}
          onOpen={open}
          opensOnClick
          filter={address.filter}
          onFilterChange={(filter) => go({ filter }, 'replace')}
          loading={value === undefined && failure === undefined}
          error={
            value === undefined && failure !== undefined ? (
              <ErrorState
                title="The jobs could not be listed"
                happened={failure.message}
                notDone="Jobs that run are not affected."
                next="It is tried again by itself."
                reference={failure.reference}
              />
            ) : null
          }
          empty={
            <EmptyState title="No job was run on this connection">
              <p>
                Reprocess failed documents in Triage, redrive dead letters or requeue files of Downloads: the
                job and its receipts stay here.
              </p>
            </EmptyState>
          }
          primary
          resizable
        />
      </div>
    </>
  );
}

const none: readonly Job[] = [];

function rowId({ jobId }: Job): string {
  return jobId;
}
