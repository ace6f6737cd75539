import type { Lookup } from '#shared/contract/triage/lookup.ts';
import type { Result } from '#shared/contract/result.ts';
import { readRow } from '../rows/row-reading.ts';
import { foundOrNothing } from './found-or-nothing.ts';
import type { LookupParts } from './lookup-parts.ts';

export async function findMessage(messageId: string, { doors }: LookupParts): Promise<Result<Lookup>> {
  const read = await doors().reader.run('extraction.failuresOfMessages', [{ messageId }]);
  return foundOrNothing(read, hint, (item) => {
    const { read: told, id } = readRow(item, 'MessageFailure');
    return {
      found: 'message',
      messageId: id('messageId'),
      queue: told.text('queue'),
      code: told.text('code'),
      message: told.text('message'),
      attempts: told.count('attempts'),
      tenantId: told.text('tenantId', 'optional'),
      batchId: told.text('batchId', 'optional'),
      documentId: told.text('documentId', 'optional'),
    };
  });
}

const hint =
  'Only of a message that could not be used is anything noted, for some weeks. It may have gone through, or be of a tenant that you may not see.';
