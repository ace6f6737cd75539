import type { Attempt } from '#shared/contract/incidents.ts';
import type { Job, JobDetail } from '#shared/contract/jobs.ts';
import type { Session } from '#shared/contract/session.ts';
import type { JobKind } from '#shared/domain/job-kinds/job-kinds.ts';
import { mayRunJobs, maySeeAll } from '#shared/permissions.ts';
import type { Log } from '../log/open-log.ts';
import type { PipelineApi } from '../pipeline/pipeline-api.ts';
import { whyNotOffered } from '../reads/api-offers.ts';

/** Knows how the jobs of this machine for a cause went, and tells the pipeline API, so that colleagues know it too. */
export interface Attempts {
  /** Lists the attempts by jobs of the open connection, the newest first. */
  readonly of: (fingerprint: string) => readonly Attempt[];
  /** Tells how a job went that has come to rest, once for each outcome. */
  readonly changed: (job: Job) => void;
  /** Tells attempts of this person that the pipeline API lacks, or knows otherwise. */
  readonly tellMissing: (fingerprint: string, kept: readonly Attempt[]) => void;
}

interface Parts {
  readonly jobs: () => readonly Job[];
  readonly detailOf: (connectionId: string, jobId: string) => JobDetail | null;
  /** Tells whether messages of a job were seen in their queue again after it had ended. */
  readonly hasLaterReturns: (jobId: string) => boolean;
  readonly session: () => Session;
  readonly pipelineOf: (connectionId: string) => PipelineApi;
  readonly now: () => number;
  readonly log: Pick<Log, 'warn'>;
}

const kinds: Readonly<Partial<Record<JobKind, Attempt['kind']>>> = {
  'redrive-messages': 'redrive',
  'resend-messages': 'redrive',
  reprocess: 'reprocess',
  'reprocess-many': 'reprocess',
};

/** An older end was told by the console that ran it. */
const toldWithin = 86_400_000;

export function openAttempts(parts: Parts): Attempts {
  const { jobs, detailOf, hasLaterReturns, session, pipelineOf, now, log } = parts;
  const told = new Set<string>();

  function toAttempt(job: Job): Attempt | null {
    const { jobId, connection, counts } = job;
    const kind = kinds[job.kind];
    const isAtRest =
      job.state !== 'running' && job.state !== 'scheduled' && counts.running + counts.sending === 0;
    if (kind === undefined || !isAtRest || job.endedAt === null) return null;
    // An item that was never sent says nothing about the cause.
    const total = job.total - counts.waiting - counts.skipped;
    if (total === 0) return null;
    const later = hasLaterReturns(jobId) ? detailOf(connection.id, jobId)?.cameBackLater : undefined;
    return {
      jobId,
      kind,
      at: job.endedAt,
      by: job.by,
      total,
      fixed: counts.fixed - (later?.processed ?? 0),
      back: counts['failed-again'] + (later?.messages ?? 0),
    };
  }

  function tell(fingerprint: string, connectionId: string, attempt: Attempt): void {
    const { connection, who } = session();
    const { jobId, by, ...counts } = attempt;
    const isMine = who !== null && who.id === by && mayRunJobs(who) && maySeeAll(who);
    const key = `outcome-${jobId}-${String(counts.fixed)}-${String(counts.back)}-${String(counts.total)}`;
    if (!isMine || connection.id !== connectionId || told.has(key)) return;
    told.add(key);
    sendOutcome(pipelineOf(connectionId), {
      fingerprint,
      personId: who.id,
      key,
      body: { jobId, ...counts },
    }).then(
      (isTold) => void (isTold || told.delete(key)),
      (error: unknown) => log.warn({ err: error, jobId }, 'the outcome of a job was not told'),
    );
  }

  return {
    of: (fingerprint) =>
      jobs()
        .filter((job) => job.fingerprint === fingerprint)
        .flatMap((job) => toAttempt(job) ?? [])
        .toSorted((one, other) => (one.at < other.at ? 1 : -1)),
    changed(job) {
      if (job.fingerprint === null) return;
      const attempt = toAttempt(job);
      if (attempt === null || Date.parse(attempt.at) < now() - toldWithin) return;
      tell(job.fingerprint, job.connection.id, attempt);
    },
    tellMissing(fingerprint, kept) {
      const { id } = session().connection;
      for (const attempt of this.of(fingerprint).slice(0, mostTold)) {
        const same = kept.find(({ jobId }) => jobId === attempt.jobId);
        const isKept = same !== undefined && same.fixed === attempt.fixed && same.back === attempt.back;
        const isTooOld = kept.length >= mostTold && attempt.at < (kept.at(-1)?.at ?? '');
        if (!isKept && !isTooOld) tell(fingerprint, id, attempt);
      }
    },
  };
}

/** The pipeline API keeps so many of a cause. */
const mostTold = 10;

interface Told {
  readonly fingerprint: string;
  readonly personId: string;
  readonly key: string;
  readonly body: Omit<Attempt, 'by'>;
}

/** Returns false where it may be told again. */
async function sendOutcome(
  pipeline: PipelineApi,
  { fingerprint, personId, key, body }: Told,
): Promise<boolean> {
  if ((await whyNotOffered(pipeline, 'tellOutcome', personId)) !== null) return false;
  const answer = await pipeline.call('tellOutcome', {
    personId,
    params: { fingerprint },
    body,
    idempotencyKey: key,
  });
  return answer.kind === 'answered' || answer.kind === 'problem';
}
