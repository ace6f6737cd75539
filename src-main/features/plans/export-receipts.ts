import type { ItemReceipt } from '#shared/contract/jobs/jobs.ts';
import { csvFile, jsonFile } from '#shared/domain/exported-file.ts';

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
  'downloadBatchId',
] as const satisfies readonly (keyof ItemReceipt)[];

function csvOf(receipts: readonly ItemReceipt[]): string {
  const rows = receipts.map((receipt) => columns.map((column) => String(receipt[column] ?? '')));
  return csvFile(columns, rows);
}

function jsonOf(receipts: readonly ItemReceipt[]): string {
  return jsonFile(receipts.map((receipt) => JSON.stringify(receipt)));
}
