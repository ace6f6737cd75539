import type { AuditEntry } from '#shared/contract/jobs/audit.ts';

export function kindText({ kind, code }: Pick<AuditEntry, 'kind' | 'code'>): string {
  if (kind === 'intent') return 'Intent';
  if (kind === 'unreadable') return 'Cannot be read';
  return code === null || code === 'ok' ? 'Done' : `Not done: ${code}`;
}

/** "batchId 01JC9Q, documentId 01JC9R" */
export function idsText(ids: AuditEntry['ids']): string {
  return Object.entries(ids)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

/** To the second, as a list of times is read; as it stands where it is no time. */
export function utcText(at: string | null): string {
  if (at === null) return '';
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}
