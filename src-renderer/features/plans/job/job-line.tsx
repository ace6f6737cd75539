import type { Job } from '#shared/contract/jobs/jobs.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { endedOf } from '#shared/domain/job-words.ts';
import { HashLine } from '../hash-line.tsx';
import { isList } from '../plan-kind.ts';
import { whereNoun, whereOf } from '#shared/domain/job-place.ts';

/** What the job is on, how far it is, and by which plan. */
export function JobLine({ job }: { readonly job: Job }) {
  return (
    <HashLine
      hash={job.hash}
      end={
        !isList(job.kind) ? null : (
          <span>
            <b>{grouped(endedOf(job))}</b> ended, <b>{grouped(job.counts.running + job.counts.sending)}</b>{' '}
            running, <b>{grouped(job.counts.waiting)}</b> waiting ·
          </span>
        )
      }
    >
      {whereNoun(job)} <b>{whereOf(job)}</b>
    </HashLine>
  );
}
