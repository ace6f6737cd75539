import type { AuditEntry } from '#shared/contract/jobs/audit.ts';
import { csvFile, jsonFile } from '#shared/domain/exported-file.ts';

export const exportedAudit = { csv: csvOf, json: jsonOf } as const;

const columns = [
  'at',
  'kind',
  'operation',
  'code',
  'person',
  'role',
  'connection',
  'reference',
  'ids',
  'file',
  'sequence',
] as const;

function csvOf(entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) =>
    columns.map((column) => (column === 'ids' ? idsText(entry.ids) : String(entry[column] ?? ''))),
  );
  return csvFile(columns, rows);
}

function jsonOf(entries: readonly AuditEntry[]): string {
  return jsonFile(entries.map((entry) => JSON.stringify(entry)));
}

function idsText(ids: AuditEntry['ids']): string {
  return Object.entries(ids)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
