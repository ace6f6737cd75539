/** What a deployment of the pipelines calls its parts. A connection names only what it calls otherwise. */
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
    },
    downloads: {
      // The source names its tables without a stage: each stage has an account of its own.
      jobsTable: 'data-download-jobs',
      batchesTable: 'data-download-batches',
      fileQueue: `data-download-files-${stage}`,
      fileDeadLetterQueue: `data-download-files-dlq-${stage}`,
      filesBucket: `data-downloads-${stage}`,
    },
  } as const;
}
/** As a deployment calls them; empty where it has no such part. */
export type PipelineNames = Names<ReturnType<typeof namesByConvention>>;

type Names<T> = { readonly [Part in keyof T]: { readonly [Name in keyof T[Part]]: string } };
