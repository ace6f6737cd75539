import { listObjectiveFindings } from '#shared/domain/objective-words.ts';
import { openToldOnce } from '../../home/told-once.ts';
import type { Log } from '../../log/open-log.ts';
import type { Happening } from './notices.ts';
import { readObjectives, type ObjectiveParts } from './objectives.ts';

/** A month changes slowly, and each look at it takes two questions a tenant. */
const looksEveryMs = 60 * 60_000;

/** Returns objectives whose allowance is spent or soon will be, each once on this machine. */
export function openObjectiveNews(
  parts: ObjectiveParts & { readonly home: string; readonly log: Pick<Log, 'warn'> },
): () => Promise<readonly Happening[]> {
  const told = openToldOnce({ home: parts.home, name: 'told-objectives.json', log: parts.log });
  let last: { readonly of: string; readonly at: number | null } | undefined;

  return async () => {
    const { connection, who, sandboxResets } = parts.session();
    const of = JSON.stringify([connection.id, who?.id, sandboxResets]);
    const now = parts.now();
    if (last?.of !== of) {
      // The first look belongs to the first paint of a page. Objectives are read with the next one.
      last = { of, at: null };
      return [];
    }
    if (last.at !== null && now - last.at < looksEveryMs) return [];
    last = { of, at: now };
    const read = await readObjectives({ tenantId: null }, parts);
    if (!read.ok) return [];
    const found = listObjectiveFindings(read.value);
    return told
      .take(found, ({ id }) => `${connection.id}|${id}`)
      .map(({ title, says, row }) => ({
        kind: 'objective' as const,
        at: new Date(now).toISOString(),
        title,
        says,
        place: {
          desk: 'objective' as const,
          tenant: row.tenantId,
          project: row.projectId,
          workflow: row.workflowId,
        },
      }));
  };
}
