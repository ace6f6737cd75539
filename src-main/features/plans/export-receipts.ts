import type { ItemReceipt } from '#shared/contract/jobs/jobs.ts';
import { csvText } from '#shared/domain/csv.ts';

export const exportedReceipts = { csv: csvOf, json: jsonOf } as const;

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
] as const satisfies readonly (keyof ItemReceipt)[];

/** With the mark that tells Excel it is UTF-8. */
function csvOf(receipts: readonly ItemReceipt[]): string {
  const rows = receipts.map((receipt) => columns.map((column) => String(receipt[column] ?? '')));
  return `\uFEFF${csvText([columns, ...rows])}`;
}

function jsonOf(receipts: readonly ItemReceipt[]): string {
  if (receipts.length === 0) return '[]\n';
  return `[\n${receipts.map((receipt) => `  ${JSON.stringify(receipt)}`).join(',\n')}\n]\n`;
}
