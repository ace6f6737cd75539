import type { Session } from '#shared/contract/session.ts';
import { ok, refused } from '#shared/contract/result.ts';
import { maySeeTenant } from '#shared/domain/tenant-scope.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { pageOfRows } from '../../rows/page-of-rows.ts';
import { projectRow, userRow, workflowRow } from '../../rows/tenant-rows.ts';
import { readTenant, type KeptTenants } from '../../reads/pinned-tenants.ts';
import { listTenants } from './list-tenants.ts';

type Names = Extract<
  keyof Handlers,
  `tenants.${string}` | `projects.${string}` | `users.${string}` | 'workflows.ofProject'
>;

interface Parts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly kept: KeptTenants;
}

export function tenantsHandlers(parts: Parts): Pick<Handlers, Names> {
  const { doors, session, kept } = parts;
  const reader = () => doors().reader;
  return {
    'tenants.list': listTenants(parts),

    'tenants.read': async ({ tenantId }) => {
      // The connection may be another by the time the answer is here.
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
