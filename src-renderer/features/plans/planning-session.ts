import type { Job } from '#shared/contract/jobs.ts';
import type { Session } from '#shared/contract/session.ts';

/** As much of the session as decides what may be done, and what people are called. */
export type PlanningSession = Pick<Session, 'connection' | 'who' | 'personas'>;

/** Leads to the batch, or to one of its documents. */
export type OpenBatch = (tenantId: string, batchId: string, documentId?: string) => void;

/** Leads to a queue of dead letters. */
export type OpenQueue = (queue: string) => void;

/** Leads to a day of the downloads, or to one of its batches; to today where neither is known. */
export type OpenDownloads = (where: NonNullable<Job['downloads']>) => void;

/** By name where it is known; an id says nothing to somebody who reads it. */
export function findPersonName(id: string, { who, personas }: PlanningSession): string {
  if (who?.id === id) return who.name;
  return personas.find((persona) => persona.id === id)?.name ?? id;
}

/** Why nothing can be braked or resumed by whoever is here; null where they may. */
export function whyNotAct({ who }: Pick<PlanningSession, 'who'>): string | null {
  if (who === null) return 'Your role is not known here. Support and admin may do this.';
  return who.role === 'reviewer' ? 'For the roles support and admin. You work as reviewer.' : null;
}
