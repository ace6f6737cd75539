import type { Lookup } from '#shared/contract/triage/lookup.ts';
import type { Result } from '#shared/contract/result.ts';
import type { StoredItem } from '../../aws/reading.ts';
import { readAttributes, type AttributeReading } from '../rows/read-attributes.ts';
import { foundOrNothing } from './found-or-nothing.ts';
import type { LookupParts } from './lookup-parts.ts';

export async function findFile(fileId: string, { doors }: LookupParts): Promise<Result<Lookup>> {
  const read = await doors().reader.run('downloads.fileById', { fileId });
  return foundOrNothing(read, fileHint, (item) => {
    const told = attributesOf(item);
    return {
      found: 'file',
      fileId: fileId.slice(0, longestId),
      status: told.text('Status'),
      batchId: told.text('BatchID'),
    };
  });
}

export async function findDownloadBatch(batchId: string, { doors }: LookupParts): Promise<Result<Lookup>> {
  const read = await doors().reader.run('downloads.batchById', { batchId });
  return foundOrNothing(read, batchHint, (item) => {
    const told = attributesOf(item);
    return {
      found: 'download batch',
      batchId: batchId.slice(0, longestId),
      status: told.text('Status'),
      date: told.text('PollingDate'),
    };
  });
}

const longestId = 256;

function attributesOf({ attributes }: StoredItem): AttributeReading {
  return readAttributes(attributes, []);
}

const fileHint = 'A file is kept for 30 days after it was made. It may be of another connection.';
const batchHint =
  'A batch of downloads is kept for 90 days after it was made. It may be of another connection, or be a batch of documents.';
