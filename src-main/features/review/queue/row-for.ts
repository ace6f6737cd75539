import type { ReviewKey } from '#shared/contract/review/document.ts';
import type { QueueRow } from '#shared/contract/review/queue.ts';
import type { Persona } from '#shared/contract/session.ts';
import type { DeskStore } from '../desk/desk-store.ts';
import type { WaitingDocument } from '../../../rows/waiting-document.ts';

interface Onlooker {
  readonly who: Persona | null;
  readonly desk: Pick<DeskStore, 'drafts' | 'postponed'>;
  readonly tenantNames: ReadonlyMap<string, string | null>;
}

/** Rows as this person has them: with what is on their desk, and why they may not decide. */
export function rowsFor({ who, desk, tenantNames }: Onlooker): (of: WaitingDocument) => QueueRow {
  const drafts = new Set(desk.drafts().map(({ key }) => nameOf(key)));
  const postponed = new Map(desk.postponed().map(({ key, until }) => [nameOf(key), until]));
  return ({ row, opinionsBy }) => ({
    ...row,
    tenantName: tenantNames.get(row.tenantId) ?? null,
    hasDraft: drafts.has(nameOf(row)),
    postponedUntil: postponed.get(nameOf(row)) ?? null,
    whyNot: who !== null && opinionsBy.includes(who.id) ? whoDecides(opinionsBy.length) : null,
  });
}

/** Of a document on the desk; no id has this sign in it. */
export function nameOf({ tenantId, batchId, documentId }: Omit<ReviewKey, 'projectId'>): string {
  return [tenantId, batchId, documentId].join('#');
}

function whoDecides(opinions: number): string {
  return opinions === 1
    ? 'You have given an opinion on it; a second person decides.'
    : 'You have given an opinion on it; a third person decides.';
}
