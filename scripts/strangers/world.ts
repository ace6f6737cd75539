/** This is a value as DynamoDB stores it. */
export type Value =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly SS: string[] }
  | { readonly L: Value[] }
  | { readonly M: Record<string, Value> };
export type Item = Record<string, Value>;

/** Explains why a document failed; documents with the same cause belong to one group. */
export interface Cause {
  readonly code: string;
  readonly message: string;
  /** This is the form in which this deployment writes an error; domain.md names a map of stage, code and message. */
  readonly shape: 'map' | 'text' | 'other map' | 'list' | 'none';
}

export interface PlantedDocument {
  readonly documentId: string;
  readonly status: string;
  /** This is its place in GSI2, in milliseconds since 1970, whether or not it is still there. */
  readonly since: number;
  readonly isInIndex: boolean;
  readonly cause: Cause | null;
  /** This is null where the item has no numeric score. */
  readonly score: number | null;
  /** This is null where the item has none, or one in a shape of its own, because domain.md names no shape. */
  readonly usage: { readonly pages: number; readonly inputTokens: number } | null;
}

export interface PlantedBatch {
  readonly tenantId: string;
  readonly projectId: string;
  readonly batchId: string;
  readonly workflowId: string | null;
  readonly status: string;
  readonly since: number;
  readonly isInIndex: boolean;
  /** This is null where the item does not say when it was made. */
  readonly createdAt: number | null;
  readonly documents: readonly PlantedDocument[];
}

export interface PlantedWorkflow {
  readonly tenantId: string;
  readonly projectId: string;
  readonly workflowId: string;
  readonly updatedAt: number;
}

export interface PlantedFile {
  readonly fileId: string;
  readonly batchId: string;
  readonly status: string;
  readonly since: number;
}

export interface PlantedDownload {
  readonly batchId: string;
  readonly date: string;
  readonly status: string;
  readonly expected: readonly string[];
  readonly completed: readonly string[];
  readonly failed: readonly string[];
}

export interface PlantedMessage {
  /** Identifies the message, whatever its id becomes. */
  readonly mark: string;
  readonly body: string;
  /** This is the code in the failure item that its consumer wrote; null where it wrote none. */
  readonly failureCode: string | null;
}

/**
 * Describes a deployment that follows the keys of domain.md, and what is counted in it. Everything else is arbitrary.
 */
export interface StrangersWorld {
  readonly seed: string;
  readonly now: number;
  readonly tenants: readonly { readonly tenantId: string; readonly isInDirectory: boolean }[];
  readonly projects: readonly { readonly tenantId: string; readonly projectId: string }[];
  readonly workflows: readonly PlantedWorkflow[];
  readonly users: readonly { readonly userId: string; readonly email: string }[];
  readonly batches: readonly PlantedBatch[];
  readonly files: readonly PlantedFile[];
  readonly downloads: readonly PlantedDownload[];
  readonly messages: readonly PlantedMessage[];
  readonly names: {
    readonly table: string;
    readonly jobsTable: string;
    readonly batchesTable: string;
    readonly documentQueue: string;
    readonly documentDeadLetterQueue: string;
    readonly webhookQueue: string;
    readonly webhookDeadLetterQueue: string;
    readonly stateMachine: string;
    readonly documentsBucket: string;
  };
  readonly items: {
    readonly main: readonly Item[];
    readonly jobs: readonly Item[];
    readonly batches: readonly Item[];
  };
}
