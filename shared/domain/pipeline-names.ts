import type { Connection } from './connection.ts';

/** The systems that have a key in connections.json. */
const connectionSystems = ['extraction', 'downloads', 'funds', 'hr'] as const;
type ConnectionSystem = (typeof connectionSystems)[number];

type Named = Pick<Connection, 'stage' | ConnectionSystem>;

/** A system that is left out is not shown. A connection that names no system has all of them, by the convention. */
export function showsSystem(connection: Named, system: string): boolean {
  const named: readonly string[] = connectionSystems.filter((one) => connection[one] !== undefined);
  // A team's own systems from a file are available on every connection.
  const isOurs = (connectionSystems as readonly string[]).includes(system);
  return named.length === 0 || !isOurs || named.includes(system);
}

/**
 * Returns the names of a connection's parts: as declared, or by the convention with its stage. Without a stage, names
 * that end with one are empty.
 */
export function namesOfConnection(connection: Named): PipelineNames {
  const names = connection.stage === undefined ? withoutStage : namesByConvention(connection.stage);
  const { extraction = {}, downloads = {} } = connection;
  const hasExtraction = showsSystem(connection, 'extraction');
  const hasDownloads = showsSystem(connection, 'downloads');
  return {
    extraction: hasExtraction ? { ...names.extraction, ...withoutUndefined(extraction) } : none.extraction,
    extractionFunctions: hasExtraction ? names.extractionFunctions : none.extractionFunctions,
    downloads: hasDownloads ? { ...names.downloads, ...withoutUndefined(downloads) } : none.downloads,
  };
}

function blank(keep: (name: string) => string): PipelineNames {
  const names: PipelineNames = namesByConvention('');
  const each = <Part extends Readonly<Record<string, string>>>(part: Part) =>
    Object.fromEntries(Object.entries(part).map(([key, name]) => [key, keep(name)])) as Part;
  return {
    extraction: each(names.extraction),
    extractionFunctions: each(names.extractionFunctions),
    downloads: each(names.downloads),
  };
}

const none = blank(() => '');
/** Without a stage such names end with a hyphen, and no real name does, so they become empty. */
const withoutStage = blank((name) => (name.endsWith('-') ? '' : name));

function withoutUndefined(names: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** All stacks of a deployment carry this tag with its stage, and AWS gives it to what they hold. */
export const deploymentTag = 'sluice:deployment';

/** Returns the conventional names of a deployment's parts. A connection only declares names that differ. */
export function namesByConvention(stage: string) {
  return {
    extraction: {
      table: `autowired-${stage}`,
      documentsBucket: `autowired-documents-${stage}`,
      documentQueue: `autowired-documents-${stage}`,
      documentDeadLetterQueue: `autowired-documents-dlq-${stage}`,
      webhookQueue: `autowired-webhooks-${stage}`,
      webhookDeadLetterQueue: `autowired-webhooks-dlq-${stage}`,
      stateMachine: `autowire-batch-processing-${stage}`,
    },
    extractionFunctions: {
      processDocument: `autowired-document-processor-${stage}`,
      listDocuments: `autowired-list-documents-${stage}`,
      markDocumentFailed: `autowired-mark-document-failed-${stage}`,
      finaliseBatch: `autowired-finalise-batch-${stage}`,
      keepAttention: `autowired-keep-attention-${stage}`,
    },
    downloads: {
      // The source names its tables without a stage, because each stage has its own account.
      jobsTable: 'data-download-jobs',
      batchesTable: 'data-download-batches',
      fileQueue: `data-download-files-${stage}`,
      fileDeadLetterQueue: `data-download-files-dlq-${stage}`,
      filesBucket: `data-downloads-${stage}`,
    },
  } as const;
}
/** The names of a deployment's parts. A name is empty if the deployment has no such part. */
export type PipelineNames = Names<ReturnType<typeof namesByConvention>>;

type Names<T> = { readonly [Part in keyof T]: { readonly [Name in keyof T[Part]]: string } };

/** The queue that is told of changes of the table that could not be followed. */
export function nameAttentionFailures({ extractionFunctions }: PipelineNames): string {
  return `${extractionFunctions.keepAttention}-failures`;
}

/** The names of what a deployment has besides the parts that a connection names. */
export function deploymentNames(stage: string) {
  return {
    stack: (name: string) => `autowired-${stage}-${name}`,
    functions: {
      ...namesByConvention(stage).extractionFunctions,
      ingestFiles: `autowired-ingest-files-${stage}`,
      deliverWebhook: `autowired-deliver-webhook-${stage}`,
      executionEnded: `autowired-execution-ended-${stage}`,
      sweepStatusIndex: `autowired-sweep-status-index-${stage}`,
      submitScheduledBatches: `autowired-submit-scheduled-batches-${stage}`,
      serveApi: `autowired-serve-api-${stage}`,
      downloadFile: `data-download-file-${stage}`,
      pollProvider: `data-download-poll-provider-${stage}`,
      checkDownloads: `data-download-check-batches-${stage}`,
    },
    guardrail: `autowired-${stage}`,
    api: `autowired-${stage}`,
    dashboard: `autowired-${stage}`,
    providerKeyAlias: `alias/data-download-provider-${stage}`,
  } as const;
}
export type FunctionKey = keyof ReturnType<typeof deploymentNames>['functions'];

/** The actor of what no person has caused. */
export const pipelineActor = 'extraction';
