import { listKnownNames, type KnownNames } from '#renderer/contract/names-cache.ts';
import type { IconName } from '#renderer/ui/product-icons.ts';
import type { OpenedPlace } from '#shared/contract/lookup.ts';
import type { Persona } from '#shared/contract/session.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { writeAsPaste } from '#shared/domain/pasted-text.ts';
import { whyNotSeeCauses } from '#shared/permissions.ts';
import type { Command } from '../commands/command.ts';
import { messages } from '../messages.ts';
import type { FoundPlace } from './found-place.ts';

/** The tenant and batch that the page is about. */
export interface PlaceAtHand {
  readonly tenantId: string | null;
  readonly batchId: string | null;
}

const base = { keywords: [], opensPage: true, isAvailable: () => true } as const;

interface Row extends Pick<Command, 'title' | 'section' | 'icon' | 'names' | 'fillers'> {
  readonly place: FoundPlace;
  readonly hint?: string;
  readonly whyNot?: string | undefined;
}

function toCommand({ place, whyNot, ...row }: Row): Command {
  return {
    ...base,
    ...row,
    ...(whyNot !== undefined && { whyNot }),
    id: `place/${JSON.stringify(place)}`,
    run: (context) => context.openPlace(place),
  };
}

/** Lists workflows, projects and people whose names are known. Tenants are listed as they are in the chooser. */
export function nameCommands(known: KnownNames): readonly Command[] {
  const tenantName = (tenantId: string): string =>
    known.get(JSON.stringify(['tenant', tenantId])) ?? tenantId;
  return listKnownNames(known).flatMap(({ path, name }) => {
    const [kind, one = '', projectId = '', workflowId = ''] = path;
    const rest = { title: name, section: 'Names' } as const;
    switch (kind) {
      case 'tenant':
        return toCommand({
          ...rest,
          place: { kind: 'tenant', tenantId: one },
          icon: 'tenant',
          hint: `tenant ${one}`,
          names: [name, one],
          fillers: ['go', 'to', 'open', 'switch', 'tenant'],
        });
      case 'project':
        return toCommand({
          ...rest,
          place: { kind: 'project', tenantId: one, projectId },
          icon: 'triage',
          hint: `project of ${tenantName(one)}`,
          names: [name, projectId],
        });
      case 'workflow':
        return toCommand({
          ...rest,
          place: { kind: 'workflow', tenantId: one, projectId, workflowId },
          icon: 'workflows',
          hint: `workflow of ${tenantName(one)}`,
          names: [name, workflowId],
        });
      case 'person':
        return toCommand({
          ...rest,
          place: { kind: 'person', personId: one },
          icon: 'person',
          hint: messages.found.personHint,
          names: [name, one],
        });
      default:
        return [];
    }
  });
}

/** Lists the documents and batches that the page's cache holds. Their file names may be searched at once. */
export function loadedCommands(
  documents: readonly DocumentRow[],
  batches: readonly Batch[],
): readonly Command[] {
  return [
    ...documents.map(({ tenantId, batchId, documentId, fileName, status }) =>
      toCommand({
        place: { kind: 'document', tenantId, batchId, documentId },
        title: fileName ?? documentId,
        section: 'This batch',
        icon: 'document',
        hint: [fileName === null ? null : documentId, status].filter((part) => part !== null).join(', '),
        names: fileName === null ? [documentId] : [fileName, documentId],
      }),
    ),
    ...batches.map(({ tenantId, batchId, status }) =>
      toCommand({
        place: { kind: 'batch', tenantId, batchId },
        title: batchId,
        section: 'Names',
        icon: 'triage',
        hint: status ?? '',
        names: [batchId],
      }),
    ),
  ];
}

const openedIcons: Readonly<Record<OpenedPlace['kind'], IconName>> = {
  tenant: 'tenant',
  batch: 'triage',
  document: 'document',
  execution: 'workflows',
  job: 'activity',
  cause: 'incidents',
};

/** Lists what this person opened lately on this connection, newest first. */
export function openedCommands(places: readonly OpenedPlace[], known: KnownNames): readonly Command[] {
  const tenantName = (tenantId: string): string =>
    known.get(JSON.stringify(['tenant', tenantId])) ?? tenantId;
  return places.map((place) => ({
    ...toCommand({
      place,
      title: titleOfOpened(place, tenantName),
      section: 'Opened lately',
      icon: openedIcons[place.kind],
      names: idsOfOpened(place, tenantName),
      ...('tenantId' in place && place.kind !== 'tenant' && { hint: tenantName(place.tenantId) }),
    }),
    id: `opened/${JSON.stringify(place)}`,
  }));
}

function titleOfOpened(place: OpenedPlace, tenantName: (id: string) => string): string {
  switch (place.kind) {
    case 'tenant':
      return `Tenant ${tenantName(place.tenantId)}`;
    case 'batch':
      return `Batch ${place.batchId}`;
    case 'document':
      return `Document ${place.documentId}`;
    case 'execution':
      return `Run ${place.run} of ${place.batchId}`;
    case 'job':
      return `Job ${place.jobId}`;
    case 'cause':
      return `Cause ${place.cause}`;
    default:
      return place satisfies never;
  }
}

function idsOfOpened(place: OpenedPlace, tenantName: (id: string) => string): readonly string[] {
  switch (place.kind) {
    case 'tenant':
      return [place.tenantId, tenantName(place.tenantId)];
    case 'batch':
      return [place.batchId];
    case 'document':
      return [place.documentId];
    case 'execution':
      return [`${place.batchId}-r${place.run}`];
    case 'job':
      return [place.jobId];
    default:
      return [place.cause];
  }
}

/** Offers the group of this short name in the batch at hand, and the cause over all tenants. */
export function causeCommands(
  query: string,
  { tenantId, batchId }: PlaceAtHand,
  who: Persona | null,
): readonly Command[] {
  const [, cause] = /^\W*(?:cause|group|failure|fingerprint)?\W*([0-9a-f]{6})\W*$/i.exec(query) ?? [];
  if (cause === undefined) return [];
  const short = cause.toLowerCase();
  return [
    ...(tenantId === null || batchId === null
      ? []
      : [
          toCommand({
            place: { kind: 'group', tenantId, batchId, cause: short },
            title: messages.found.groupHere(short),
            section: 'Ids',
            icon: 'triage',
            hint: batchId,
          }),
        ]),
    toCommand({
      place: { kind: 'cause', cause: short },
      title: messages.found.cause(short),
      section: 'Ids',
      icon: 'incidents',
      hint: messages.found.causeHint,
      whyNot: whyNotSeeCauses(who),
    }),
  ];
}

/** Offers to read one document of the batch at hand by its key, for a word that may be an id. */
export function keyCommands(query: string, { tenantId, batchId }: PlaceAtHand): readonly Command[] {
  const id = query.trim();
  if (tenantId === null || batchId === null || !/^[A-Za-z0-9][\w.-]{3,255}$/.test(id)) return [];
  const pasted = writeAsPaste({ kind: 'document', id, within: { tenantId, batchId } });
  return [
    {
      ...base,
      id: `find as document ${pasted}`,
      title: messages.found.documentHere(id),
      section: 'Ids',
      icon: 'document',
      hint: messages.found.byKey,
      run: (context) => context.goToFind(pasted, 'document'),
    },
  ];
}
