import { listObjectiveFindings } from '#shared/domain/objective-words.ts';
import type { StoreAccess } from '../../home/lost-files.ts';
import { openHourlyNews } from '../../home/hourly-news.ts';
import type { Happening } from './notices.ts';
import { readObjectives, type ObjectiveParts } from './objectives.ts';

/** Returns objectives whose allowance is spent or soon will be, each once on this machine. */
export function openObjectiveNews(
  parts: ObjectiveParts & StoreAccess & { readonly home: string },
): () => Promise<readonly Happening[]> {
  const findNews = openHourlyNews({ ...parts, name: 'told-objectives.json' }, async () => {
    const read = await readObjectives({ tenantId: null }, parts);
    return read.ok ? listObjectiveFindings(read.value) : [];
  });
  return async () => {
    const found = await findNews();
    return found.map(({ title, says, row }) => ({
      kind: 'objective' as const,
      at: new Date(parts.now()).toISOString(),
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
