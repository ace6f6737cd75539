import type { z } from 'zod';
import { ok, refused, type Receipt, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import type { Tenant, tenantPageSchema } from '#shared/contract/pipeline-items.ts';
import { listOnlyTenants, maySeeTenant } from '#shared/permissions.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../gate/gate.ts';
import { withPins, readTenant, type PinnedTenants, type TenantParts } from '../../reads/pinned-tenants.ts';
import { pageOfRows } from '../../rows/page-of-rows.ts';
import { projectRow, tenantFacts, userRow, workflowRow } from '../../rows/tenant-rows.ts';

type Names = Extract<
  keyof Handlers,
  `tenants.${string}` | `projects.${string}` | `users.${string}` | 'workflows.ofProject'
>;

interface Parts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly kept: PinnedTenants;
}

export function tenantsHandlers(parts: Parts): Pick<Handlers, Names> {
  const { doors, session, kept } = parts;
  const reader = () => doors().reader;
  return {
    'tenants.list': listTenants(parts),

    'tenants.read': async ({ tenantId }) => {
      // The connection may be another one by the time the answer is here.
      const { connection } = session();
      const tenant = await readTenant(tenantId, parts);
      if (tenant.ok) kept.opened(connection.id, tenantId, tenant.value.name);
      return tenant;
    },

    'tenants.pin': ({ tenantId, name, pinned }) => {
      const { connection, who } = session();
      if (!maySeeTenant(who, tenantId)) return outOfScope(tenantId, 'Nothing was pinned.');
      try {
        kept.pin(connection.id, { tenantId, name, pinned });
        return ok({});
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        const message = `The tenant was not ${pinned ? 'pinned' : 'taken off'}: ${why}. Make room or give access to the file, then try again.`;
        return refused({ code: 'storage-failed', message, file: kept.file });
      }
    },

    'projects.ofTenant': async ({ tenantId, cursor, pageSize }) =>
      pageOfRows(
        await reader().run('extraction.projectsOfTenant', { tenantId }, { cursor, pageSize }),
        projectRow,
        'Project',
      ),

    'users.ofTenant': async ({ tenantId, cursor, pageSize }) =>
      pageOfRows(
        await reader().run('extraction.usersOfTenant', { tenantId }, { cursor, pageSize }),
        userRow,
        'UserInTenant',
      ),

    'workflows.ofProject': async ({ tenantId, projectId, cursor, pageSize }) =>
      pageOfRows(
        await reader().run('extraction.workflowsByChange', { tenantId, projectId }, { cursor, pageSize }),
        workflowRow,
        'Workflow',
      ),
  };
}

type TenantPage = z.output<typeof tenantPageSchema>;

/**
 * Lists the directory. A person limited to some tenants gets those, each read by its key, because a directory contains
 * all of them.
 */
function listTenants(parts: TenantParts): Handlers['tenants.list'] {
  const { doors, session, kept } = parts;

  return async ({ cursor, pageSize }) => {
    const { connection, who } = session();
    const stored = kept.of(connection.id);
    const tenant = withPins(stored);
    const mine = stored
      .filter(({ tenantId }) => maySeeTenant(who, tenantId))
      .map(({ tenantId, name }) => tenant({ tenantId, name, plan: null }));
    const only = listOnlyTenants(who);
    if (only !== null) {
      return ownTenants(only, cursor, mine);
    }
    const read = await doors().reader.run('extraction.tenants', {}, { cursor, pageSize });
    const page = pageOfRows(
      read,
      (item) => tenant(tenantFacts(item, 'TenantInDirectory')),
      'TenantInDirectory',
    );
    if (page.ok) {
      const hasDirectory = cursor !== undefined || page.value.rows.length > 0;
      return ok({ ...page.value, kept: mine, hasDirectory }, page.receipt);
    }
    // A person who may not read the directory gets the tenants that were opened before, as where there is no directory.
    if (page.failure.code !== 'read-denied' || mine.length === 0) return page;
    return ok({ rows: [], cursor: null, throttled: 0, kept: mine, hasDirectory: false }, page.receipt);
  };

  async function ownTenants(
    tenantIds: readonly string[],
    cursor: string | undefined,
    mine: Tenant[],
  ): Promise<Result<TenantPage>> {
    const from = cursor === undefined ? 0 : Number(cursor);
    if (!Number.isSafeInteger(from) || from < 0) return refused(foreignPlace);
    const asked = tenantIds.slice(from, from + ownAtOnce);
    const read = await Promise.all(asked.map((tenantId) => readTenant(tenantId, parts)));
    const unnamed = withPins(kept.of(session().connection.id));
    const rows = asked.map((tenantId, at) => {
      const one = read[at];
      return one?.ok === true ? one.value : unnamed({ tenantId, name: null, plan: null });
    });
    const next = from + ownAtOnce < tenantIds.length ? String(from + ownAtOnce) : null;
    const page = { rows, cursor: next, throttled: 0, kept: mine, hasDirectory: true };
    return ok(page, sumReceipts(read.flatMap(({ receipt }) => receipt ?? [])));
  }
}

/** Matches the number of rows on a screen. */
const ownAtOnce = 25;

const foreignPlace = {
  code: 'cursor-refused',
  message: 'This page belongs to another list of tenants. Nothing was read. Open the list from its start.',
} as const;

/** Combines several reads of one pattern into one receipt. */
function sumReceipts(receipts: readonly Receipt[]): Receipt | undefined {
  const [first] = receipts;
  if (first === undefined) return undefined;
  const total = (of: (receipt: Receipt) => number): number => receipts.reduce((sum, one) => sum + of(one), 0);
  return {
    ...first,
    pages: total(({ pages }) => pages),
    items: total(({ items }) => items),
    rru: total(({ rru }) => rru),
    bytes: total(({ bytes }) => bytes),
    // They were read in parallel.
    ms: Math.max(...receipts.map(({ ms }) => ms)),
  };
}
