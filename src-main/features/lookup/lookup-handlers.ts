import type { z } from 'zod';
import type { lookupInput, Lookup } from '#shared/contract/triage/lookup.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { findBatch } from './find-batch.ts';
import { findDocument } from './find-document.ts';
import { findDownloadBatch, findFile } from './find-download.ts';
import { findExecution } from './find-execution.ts';
import { findMessage } from './find-message.ts';
import { findTenant } from './find-tenant.ts';
import { findUser } from './find-user.ts';
import type { LookupParts } from './lookup-parts.ts';

type Asked = z.output<typeof lookupInput>;
type Find = (asked: Asked, parts: LookupParts) => Promise<Result<Lookup>>;

/** Each id by the one index that knows it. */
export function lookupHandlers(parts: LookupParts): Pick<Handlers, 'lookup.find'> {
  return {
    'lookup.find': async (asked) => {
      const found = await finders[asked.kind](asked, parts);
      return found.ok ? ok({ lookup: found.value }, found.receipt) : found;
    },
  };
}

const finders: Readonly<Record<Asked['kind'], Find>> = {
  batch: ({ id }, parts) => findBatch(id, parts),
  document: ({ id, within }, parts) => findDocument(id, within, parts),
  execution: ({ id }, parts) => findExecution(id, parts),
  message: ({ id }, parts) => findMessage(id, parts),
  file: ({ id }, parts) => findFile(id, parts),
  'download batch': ({ id }, parts) => findDownloadBatch(id, parts),
  'e-mail': ({ id }, parts) => findUser(id, parts),
  tenant: ({ id }, parts) => findTenant(id, parts),
};
