import type { NameKey } from '#shared/contract/lookup.ts';
import { ok, type Failure, type Result } from '#shared/contract/result.ts';
import { maySeeAll, maySeeTenant } from '#shared/permissions.ts';
import { passingReader, type CatalogueReader, type PageRead } from '../../aws/dynamodb/reading.ts';
import type { Handlers } from '../../gate/gate.ts';
import { inLanes } from '../../reads/in-lanes.ts';
import { concernsAll, paidReads } from '../../reads/paid-reads.ts';
import type { TenantParts } from '../../reads/pinned-tenants.ts';
import { readAttributes } from '../../rows/read-row.ts';

interface Parts extends TenantParts {
  readonly now: () => number;
}

/** Eight keys are read at once, so that a screen of names takes as long as a few reads. */
const lanes = 8;

/**
 * Reads names by key. A tenant that was opened on this machine is named from the file, which costs nothing. A key that
 * this person may not read is left out, and so is one that could not be read.
 */
export function readNames({ doors, session, kept, now }: Parts): Handlers['names.read'] {
  return async ({ keys }) => {
    const { connection, who } = session();
    const opened = new Map(kept.of(connection.id).map(({ tenantId, name }) => [tenantId, name]));
    const reads = paidReads({ pattern: 'extraction.tenantById', index: 'table' }, now);
    const found = new Map<NameKey, string | null>();
    const wanted: NameKey[] = [];
    for (const key of keys) {
      const known = key.of === 'tenant' ? (opened.get(key.tenantId) ?? null) : null;
      const isVisible = key.tenantId === null ? maySeeAll(who) : maySeeTenant(who, key.tenantId);
      if (isVisible && known !== null) found.set(key, known);
      else if (isVisible) wanted.push(key);
    }
    let stopped: { readonly ok: false; readonly failure: Failure } | undefined;
    const reader = wanted.length === 0 ? undefined : passingReader(doors().reader);
    await inLanes(wanted, lanes, async (key) => {
      if (stopped !== undefined || reader === undefined) return;
      const read = reads.paid(await readItem(key, reader));
      if (read.ok) {
        const [item] = read.value.items;
        const name = item === undefined ? null : readAttributes(item.attributes, []).text('name', 'optional');
        found.set(key, name === '' ? null : name);
      } else if (concernsAll(read.failure)) {
        stopped = { ok: false, failure: read.failure };
      }
    });
    if (stopped !== undefined) return reads.billed<never>(stopped);
    return reads.billed(ok({ names: [...found].map(([key, name]) => ({ key, name })) }));
  };
}

function readItem(key: NameKey, reader: CatalogueReader): Promise<Result<PageRead>> {
  switch (key.of) {
    case 'tenant':
      return reader.run('extraction.tenantById', { tenantId: key.tenantId });
    case 'project':
      return reader.run('extraction.projectById', { tenantId: key.tenantId, projectId: key.projectId });
    case 'workflow': {
      const { tenantId, projectId, workflowId } = key;
      return reader.run('extraction.workflowById', { tenantId, projectId, workflowId });
    }
    case 'person': {
      const { tenantId, personId: userId } = key;
      return tenantId === null
        ? reader.run('extraction.userById', { userId })
        : reader.run('extraction.userInTenant', { tenantId, userId });
    }
    default:
      return key satisfies never;
  }
}
