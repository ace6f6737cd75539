import { recogniseId } from '#shared/domain/recognise-id.ts';
import type { IdKind } from '#shared/domain/recognise-id.ts';
import type { IconName } from '#renderer/ui/icon/product-icons.ts';
import type { Command } from './command.ts';

/** Looks up what was pasted, where its shape is that of an id. Where it leads is known once it is found. */
export function findCommand(pasted: string): Command | undefined {
  const recognised = recogniseId(pasted);
  if (recognised === undefined) return undefined;
  const { kind, id, within } = recognised;
  return {
    id: findCommandId,
    title: `Find ${kindWords[kind]} ${shortened(id)}`,
    section: 'Ids',
    keywords: [],
    icon: icons[kind],
    hint: within === undefined ? hints[kind] : `of ${shortened(within.batchId)}`,
    opensPage: true,
    isAvailable: () => true,
    run: (context) => context.goToFind(pasted.trim()),
  };
}

export const findCommandId = 'find';

const kindWords: Readonly<Record<IdKind, string>> = {
  batch: 'batch',
  'download batch': 'download batch',
  document: 'document',
  execution: 'execution',
  message: 'message',
  file: 'file',
  'e-mail': 'person',
  tenant: 'tenant',
};

/** What it is looked up in, and at which price. */
const hints: Readonly<Record<IdKind, string>> = {
  batch: 'one query of GSI3',
  'download batch': 'one read by its key',
  document: 'no index knows it alone',
  execution: 'by its batch, one query of GSI3',
  message: 'one read by its key',
  file: 'one read by its key',
  'e-mail': 'one query of GSI1',
  tenant: 'one read by its key',
};

const icons: Readonly<Record<IdKind, IconName>> = {
  batch: 'triage',
  'download batch': 'downloads',
  document: 'document',
  execution: 'workflows',
  message: 'deadLetters',
  file: 'downloads',
  'e-mail': 'person',
  tenant: 'tenant',
};

/** Enough to recognise it by; an ARN by its end. */
function shortened(id: string): string {
  return id.length > 64 ? `…${id.slice(-63)}` : id;
}
