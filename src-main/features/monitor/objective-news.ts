import { listObjectiveFindings } from '#shared/domain/objective-words.ts';
import type { StoreAccess } from '../../home/lost-files.ts';
import { openHourlyNews, type TellNews } from '../../home/hourly-news.ts';
import type { Happening } from './notices.ts';
import { readObjectives, type ObjectiveParts } from './objectives.ts';

/** Tells objectives whose allowance is spent or soon will be, each once on this machine. */
export function openObjectiveNews(
  parts: ObjectiveParts & StoreAccess & { readonly home: string },
): (tell: TellNews<Happening>) => Promise<void> {
  const findNews = openHourlyNews({ ...parts, name: 'told-objectives.json' }, async () => {
    const read = await readObjectives({ tenantId: null }, parts);
    return read.ok ? listObjectiveFindings(read.value) : [];
  });
  return (tell) =>
    findNews((found) =>
      tell(
        found.map(({ title, says, row }) => ({
          kind: 'objective',
          at: new Date(parts.now()).toISOString(),
          title,
          says,
          place: {
            desk: 'objective',
            tenant: row.tenantId,
            project: row.projectId,
            workflow: row.workflowId,
          },
        })),
      ),
    );
}
