import type { Job } from '#shared/contract/jobs.ts';
import type { Session } from '#shared/contract/session.ts';
import { messages } from './messages.ts';

/** The parts of the session that decide about permissions and contain the names of people. */
export type PlanningSession = Pick<Session, 'connection' | 'who' | 'personas'>;

/** Opens the batch, or one of its documents. */
export type OpenBatch = (tenantId: string, batchId: string, documentId?: string) => void;

/** Opens a queue of dead letters. */
export type OpenQueue = (queue: string) => void;

/** Opens a day of the downloads or one of its batches; today if neither is known. */
export type OpenDownloads = (where: NonNullable<Job['downloads']>) => void;

/** Returns the name of a person if it is known, because an id tells a reader nothing. */
export function findPersonName(id: string, { who, personas }: PlanningSession): string {
  if (who?.id === id) return who.name;
  return personas.find((persona) => persona.id === id)?.name ?? id;
}

/** Says why this person cannot brake or resume anything; null if they can. */
export function whyNotAct({ who }: Pick<PlanningSession, 'who'>): string | null {
  if (who === null) return messages.common.requiresRole;
  return who.role === 'reviewer' ? messages.common.reviewerRole : null;
}
