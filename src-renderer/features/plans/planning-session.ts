import type { Job } from '#shared/contract/jobs.ts';
import type { Session } from '#shared/contract/session.ts';

/** The parts of the session that decide about permissions and contain the names of people. */
export type PlanningSession = Pick<Session, 'connection' | 'who' | 'personas'>;

/** Opens the batch, or one of its documents. */
export type OpenBatch = (tenantId: string, batchId: string, documentId?: string) => void;

/** Opens a queue of dead letters. */
export type OpenQueue = (queue: string) => void;

/** Opens a day of the downloads or one of its batches; today if neither is known. */
export type OpenDownloads = (where: NonNullable<Job['downloads']>) => void;
