import type { AuditEntry } from '#shared/contract/jobs/audit.ts';
import { csvText } from '#shared/domain/csv.ts';

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

/** With the mark that tells Excel it is UTF-8. */
function csvOf(entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) =>
    columns.map((column) => (column === 'ids' ? idsText(entry.ids) : String(entry[column] ?? ''))),
  );
  return `\uFEFF${csvText([columns, ...rows])}`;
}

function jsonOf(entries: readonly AuditEntry[]): string {
  if (entries.length === 0) return '[]\n';
  return `[\n${entries.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`;
}

function idsText(ids: AuditEntry['ids']): string {
  return Object.entries(ids)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
