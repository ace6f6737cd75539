import { ulidAt } from '#shared/domain/ulid.ts';
import { throwOf } from '../sheets/throws.ts';

export interface BatchIds {
  readonly batchId: string;
  documentId(index: number): string;
}

/** Ten characters of time, as a ULID begins, and a little more. */
export function batchIds(
  submittedAt: number,
  hash: number,
  {
    known,
    size = 1,
  }: {
    /** Of the batch that examples are about. */
    readonly known?: string | undefined;
    /** How many documents it has: their ids are of one length, so that their order is that of the files. */
    readonly size?: number;
  } = {},
): BatchIds {
  let which = 0;
  const batchId = `batch-${known ?? ulidAt(submittedAt, () => throwOf(hash, which++)).slice(0, 12)}`;
  const stamp = batchId.slice('batch-'.length, -2);
  const places = inBase32(firstDocument + size).length;
  return {
    batchId,
    documentId: (index) => `doc-${stamp}${inBase32(firstDocument + index).padStart(places, '0')}`,
  };
}

/** Written "A1": the first document of the catalogue's example. */
const firstDocument = 10 * 32 + 1;

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function inBase32(number: number): string {
  let [text, left] = ['', number];
  for (; left > 0; left = Math.floor(left / 32)) text = (alphabet[left % 32] ?? '') + text;
  return text;
}
