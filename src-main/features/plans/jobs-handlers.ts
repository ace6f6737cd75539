import type { ItemReceipt, Job, LostJournal } from '#shared/contract/jobs.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { csvFile, fileStamp, jsonFile, mediaTypes } from '#shared/domain/exported-file.ts';
import { findRoles, findStarters, maySeeAll, maySeeTenants, whyReadOnly } from '#shared/permissions.ts';
import type { Handlers, Watchers } from '../../gate/gate.ts';
import type { JobEngine } from '../../jobs/engine.ts';
import { getScope } from '../../session/session-store.ts';
import { keepLastPace, type LastPaces } from './last-paces.ts';
import { whyNotConditions, whyNotSetPace } from './plan-pace.ts';
import { refuseRole } from './rights-to-plan.ts';

interface Parts {
  readonly engine: JobEngine;
  readonly session: () => Session;
  readonly onSession: (listener: (session: Session) => void) => () => void;
  readonly now: () => number;
  readonly lastPaces?: LastPaces | undefined;
}

type JobHandlers = Pick<Handlers, Extract<keyof Handlers, `jobs.${string}`>>;
type JobWatchers = Pick<Watchers, 'jobs.watch' | 'jobs.watchOne'>;

const pageSize = 200;

/**
 * Serves jobs of the open connection that belong to tenants the person may see. Any other job is treated as missing.
 */
export function jobsHandlers({
  engine,
  session,
  onSession,
  now,
  lastPaces,
}: Parts): JobHandlers & JobWatchers {
  const isSeen = ({ tenantId, many }: Job): boolean => {
    const tenants = tenantId === null ? many?.tenantIds : [tenantId];
    return maySeeTenants(getScope(session()), tenants);
  };
  const openConnection = (): string => session().connection.id;

  const detailOf = (jobId: string) => {
    const detail = engine.detail(openConnection(), jobId);
    return detail !== null && isSeen(detail.job) ? detail : null;
  };
  /** Finds one job by its id without making its receipts. */
  const jobOf = (jobId: string): Job | null => {
    const job = engine.job(openConnection(), jobId);
    return job !== null && isSeen(job) ? job : null;
  };
  const receiptsOf = (jobId: string) =>
    jobOf(jobId) === null ? null : engine.receipts(openConnection(), jobId);

  /** It is unknown which tenants such a job was about, so people who may not see all of them get no ids. */
  const lostOnes = (): LostJournal[] => {
    const maySeeIds = maySeeAll(getScope(session()));
    return engine.lost(openConnection()).map((one) => (maySeeIds ? one : { ...one, ids: [], idsTotal: 0 }));
  };

  /** A job is braked, paced and ended by those with its roles; resuming it sends more, as a start does. */
  const whyNotChanged = (jobId: string, rolesFor = findRoles): Result<never> | undefined => {
    const job = jobOf(jobId);
    if (job === null) return noSuchJob(jobId);
    const { who } = session();
    return who === null ? undefined : refuseRole(rolesFor(job.kind), who);
  };

  /** Runs at once, and whenever a job or the session has changed. */
  function follow(emit: () => void, concerns: (jobId: string) => boolean): () => void {
    emit();
    const stops = [
      engine.onChange((connectionId, jobId) => {
        if (connectionId === openConnection() && concerns(jobId)) emit();
      }),
      onSession(emit),
    ];
    return () => stops.forEach((stop) => stop());
  }

  return {
    'jobs.watch': (_input, emit) =>
      follow(
        () => emit({ jobs: engine.jobs(openConnection()).filter(isSeen), lost: lostOnes() }),
        () => true,
      ),
    'jobs.watchOne': ({ jobId }, emit) =>
      follow(
        () => emit({ detail: detailOf(jobId) }),
        (changed) => changed === jobId,
      ),
    'jobs.receipts'({ jobId, ...which }) {
      const isTheirs = jobOf(jobId) !== null;
      const page = isTheirs ? engine.receiptsPage(openConnection(), jobId, { ...which, pageSize }) : null;
      return page === null ? noSuchJob(jobId) : ok(page);
    },
    'jobs.batches'({ jobId }) {
      const batches = jobOf(jobId) === null ? null : engine.batches(openConnection(), jobId);
      return batches === null ? noSuchJob(jobId) : ok({ batches });
    },
    'jobs.export'({ jobId, format }) {
      const receipts = receiptsOf(jobId);
      if (receipts === null) return noSuchJob(jobId);
      const stamp = fileStamp(now());
      return ok({
        fileName: `receipts-${jobId.replaceAll(/[^A-Za-z0-9_-]+/g, '-')}-${stamp}.${format}`,
        mediaType: mediaTypes[format],
        text: exportedReceipts[format](receipts),
      });
    },
    'jobs.brake': ({ jobId }) =>
      whyNotChanged(jobId) ?? engine.brake(openConnection(), jobId, session().who?.name),
    'jobs.end': ({ jobId }) =>
      whyNotChanged(jobId) ?? engine.end(openConnection(), jobId, session().who?.name),
    'jobs.setPace'({ jobId, pace, typed }) {
      const job = jobOf(jobId);
      const standing = job === null ? null : engine.paceOf(openConnection(), jobId);
      if (job === null || standing === null) return noSuchJob(jobId);
      const { who, connection } = session();
      const isStarter = who?.id === job.by;
      // Loosening a limit sends more, as a start does; slowing a job down is for all with its roles.
      const whyNotStart = who === null ? undefined : refuseRole(findStarters(job.kind), who);
      const why = { whyNotStart, whyReadOnly: whyReadOnly(connection) };
      const change = { pace, kind: job.kind, typed, isStarter, ...why };
      const refusal =
        whyNotChanged(jobId) ??
        whyNotConditions(pace, { before: standing.pace, who: getScope(session()) }) ??
        whyNotSetPace(standing, change);
      if (refusal !== undefined) return refusal;
      const changed = engine.setPace(openConnection(), jobId, pace, who?.name ?? job.by);
      const of = { connectionId: connection.id, kind: job.kind, of: standing.pacedAs };
      if (changed.ok) keepLastPace(lastPaces, of, pace);
      return changed;
    },
    'jobs.resume'({ jobId }) {
      const detail = detailOf(jobId);
      if (detail === null) return noSuchJob(jobId);
      return (
        whyNotChanged(jobId, findStarters) ??
        whyNotResumed(detail.job, session()) ??
        engine.resume(openConnection(), jobId, detail.job.by)
      );
    },
  };
}

/** Calls are made as the person who started the job, and one person must not act in another's name. */
function whyNotResumed({ by, state }: Job, { who, personas }: Session): Result<never> | undefined {
  if (who?.id === by) return undefined;
  const starter = personas.find(({ id }) => id === by)?.name ?? by;
  const message = `This job acts as ${starter}, who started it, so only they can resume it. Nothing was sent. Ask them, or make a new plan for the rest.`;
  return refused({ code: 'job-refused', message, state });
}

function noSuchJob(jobId: string): Result<never> {
  const message = `Job ${jobId} not found on this connection. Nothing was changed. Activity lists all jobs.`;
  return refused({ code: 'not-found', message, what: 'job' });
}

const exportedReceipts = { csv: formatCsv, json: formatJson } as const;

const columns = [
  'number',
  'id',
  'name',
  'step',
  'state',
  'status',
  'stage',
  'run',
  'sentAt',
  'endedAt',
  'ms',
  'usd',
  'note',
  'downloadBatchId',
] as const satisfies readonly (keyof ItemReceipt)[];

/** These follow in the file of a job about many batches. */
const batchColumns = ['tenantId', 'projectId', 'batchId'] as const;

function formatCsv(receipts: readonly ItemReceipt[]): string {
  const isOfMany = receipts.some(({ of }) => of !== undefined);
  const rows = receipts.map((receipt) => [
    ...columns.map((column) => String(receipt[column] ?? '')),
    ...(isOfMany ? batchColumns.map((column) => receipt.of?.[column] ?? '') : []),
  ]);
  return csvFile(isOfMany ? [...columns, ...batchColumns] : columns, rows);
}

function formatJson(receipts: readonly ItemReceipt[]): string {
  return jsonFile(receipts.map((receipt) => JSON.stringify(receipt)));
}
