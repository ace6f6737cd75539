import { pagedOptions } from '#renderer/contract/paged-options.ts';

/** As many as the workflows of are read at once. */
export function projectsQuery(tenantId: string) {
  return pagedOptions('projects.ofTenant', { tenantId, pageSize: 25 });
}
