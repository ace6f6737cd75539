import type { Job } from '#shared/contract/jobs/jobs.ts';
import { whereNoun, whereOf } from '#shared/domain/job-place.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import styles from '../activity-page.module.css';

export interface JobPlaceProps {
  readonly job: Job;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
  readonly onOpenDownloads: (where: NonNullable<Job['downloads']>) => void;
}

/** What a job was on, and the way there: a queue may be another one's by now. */
export function JobPlace({ job, onOpenBatch, onOpenDownloads }: JobPlaceProps) {
  const { tenantId, batchId, downloads } = job;
  const where = whereOf(job);
  const open =
    downloads !== undefined
      ? () => onOpenDownloads(downloads)
      : tenantId !== null && batchId !== null
        ? () => onOpenBatch(tenantId, batchId)
        : undefined;
  if (open === undefined) {
    return (
      <span className={styles.cut} title={where}>
        <code className={styles.queue}>{where}</code>
      </span>
    );
  }
  const noun = whereNoun(job);
  return (
    <Button
      size="sm"
      variant="ghost"
      tabIndex={-1}
      className={styles.batch}
      aria-label={where === '' ? 'Open Downloads' : `Open the ${noun.toLowerCase()} ${where}`}
      onClick={open}
    >
      {where === '' ? 'Downloads' : <code>{where}</code>}
    </Button>
  );
}
