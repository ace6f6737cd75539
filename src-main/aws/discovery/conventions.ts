import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { DiscoveredPart } from '#shared/contract/connections.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';

/** This is a part that a connection may have. Its name has `{stage}` where the convention puts the stage. */
export interface ConventionPart extends Pick<
  DiscoveredPart,
  'system' | 'part' | 'isSetting' | 'kind' | 'label'
> {
  readonly template: string;
  /** The table in the catalogue. */
  readonly tableKey: string | null;
  /** The part that failed messages of this queue go to. */
  readonly failsTo: string | null;
  /** A word that names of such a part tend to contain. */
  readonly word: RegExp | null;
}

/** Lists every part of the systems, as the convention names it. */
export function conventionParts(systems: readonly SystemDeclaration[]): readonly ConventionPart[] {
  const names = namesByConvention('{stage}');
  const { extraction, extractionFunctions, downloads } = names;
  const one = (
    kind: ConventionPart['kind'],
    part: string,
    label: string,
    template: string,
    more: Partial<ConventionPart> = {},
  ): ConventionPart => ({
    system: part.slice(0, part.indexOf('.')),
    part,
    isSetting: true,
    kind,
    label,
    template,
    tableKey: null,
    failsTo: null,
    word: null,
    ...more,
  });
  const known = new Set(systems.map(({ id }) => id));
  const tables = systems.flatMap((system) => tableParts(system));
  const others = [
    one('queue', 'extraction.documentQueue', 'document queue', extraction.documentQueue, {
      failsTo: 'extraction.documentDeadLetterQueue',
      word: /document/i,
    }),
    one(
      'queue',
      'extraction.documentDeadLetterQueue',
      'document dead letters',
      extraction.documentDeadLetterQueue,
      {
        word: /document/i,
      },
    ),
    one('queue', 'extraction.webhookQueue', 'webhook queue', extraction.webhookQueue, {
      failsTo: 'extraction.webhookDeadLetterQueue',
      word: /web-?hook/i,
    }),
    one(
      'queue',
      'extraction.webhookDeadLetterQueue',
      'webhook dead letters',
      extraction.webhookDeadLetterQueue,
      {
        word: /web-?hook/i,
      },
    ),
    one('state-machine', 'extraction.stateMachine', 'state machine', extraction.stateMachine, {
      word: /batch|document/i,
    }),
    one('bucket', 'extraction.documentsBucket', 'documents bucket', extraction.documentsBucket, {
      word: /document/i,
    }),
    one(
      'function',
      'extraction.processDocument',
      'function that reads a document',
      extractionFunctions.processDocument,
      {
        isSetting: false,
      },
    ),
    one(
      'function',
      'extraction.listDocuments',
      'function that lists documents',
      extractionFunctions.listDocuments,
      {
        isSetting: false,
      },
    ),
    one(
      'function',
      'extraction.markDocumentFailed',
      'function that marks a failure',
      extractionFunctions.markDocumentFailed,
      {
        isSetting: false,
      },
    ),
    one(
      'function',
      'extraction.finaliseBatch',
      'function that ends a batch',
      extractionFunctions.finaliseBatch,
      {
        isSetting: false,
      },
    ),
    one('queue', 'downloads.fileQueue', 'file queue', downloads.fileQueue, {
      failsTo: 'downloads.fileDeadLetterQueue',
      word: /file|download/i,
    }),
    one('queue', 'downloads.fileDeadLetterQueue', 'file dead letters', downloads.fileDeadLetterQueue, {
      word: /file|download/i,
    }),
    one('bucket', 'downloads.filesBucket', 'files bucket', downloads.filesBucket, { isSetting: false }),
  ];
  return [...tables, ...others.filter(({ system }) => known.has(system))];
}

/** Tables of a system that a team has declared itself follow the convention; an entry cannot name them. */
function tableParts({ id, tables }: SystemDeclaration): readonly ConventionPart[] {
  const keys = Object.keys(tables);
  const isOurs = ['extraction', 'downloads', 'funds', 'hr'].includes(id);
  return keys.map((key) => ({
    system: id,
    part: `${id}.${keys.length === 1 ? 'table' : `${key}Table`}`,
    isSetting: isOurs,
    kind: 'table' as const,
    label: keys.length === 1 ? 'table' : `${key} table`,
    template: tables[key]?.name ?? '',
    tableKey: key,
    failsTo: null,
    word: null,
  }));
}

/** Returns the name for a stage; null if it has a stage in it and none is known. */
export function expectedName(
  { template }: Pick<ConventionPart, 'template'>,
  stage: string | null,
): string | null {
  if (!template.includes('{stage}')) return template;
  return stage === null ? null : template.replaceAll('{stage}', stage);
}

/**
 * Returns the stage that a name suggests for its kind. Of several templates that fit, the longest counts, since
 * "autowired-documents-dlq-staging" is no queue "autowired-documents-…" of the stage "dlq-staging".
 */
export function stageIn(
  name: string,
  kind: ConventionPart['kind'],
  parts: readonly ConventionPart[],
): string | null {
  let best: { readonly stage: string; readonly fixed: number } | null = null;
  for (const { kind: its, template } of parts) {
    const at = template.indexOf('{stage}');
    if (its !== kind || at === -1) continue;
    const [head, tail] = [template.slice(0, at), template.slice(at + '{stage}'.length)];
    const stage = name.slice(head.length, name.length - tail.length);
    const fits = name.startsWith(head) && name.endsWith(tail) && /^[a-z0-9][a-z0-9-]{0,40}$/.test(stage);
    if (fits && (best === null || head.length + tail.length > best.fixed))
      best = { stage, fixed: head.length + tail.length };
  }
  return best?.stage ?? null;
}

/** Lists the stages that names suggest, the one with most parts first. */
export function suggestStages(
  names: readonly { readonly name: string; readonly kind: ConventionPart['kind'] }[],
  parts: readonly ConventionPart[],
): readonly string[] {
  const counts = new Map<string, number>();
  for (const { name, kind } of names) {
    const stage = stageIn(name, kind, parts);
    if (stage !== null) counts.set(stage, (counts.get(stage) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .map(([stage]) => stage);
}

/** Returns the name that an entry gives to a part. */
export function nameInEntry(entry: Connection | null, part: string): string | null {
  const [system = '', key = ''] = part.split('.');
  const own = (entry as Readonly<Record<string, unknown>> | null)?.[system];
  if (typeof own !== 'object' || own === null) return null;
  const name = (own as Readonly<Record<string, unknown>>)[key];
  return typeof name === 'string' ? name : null;
}
