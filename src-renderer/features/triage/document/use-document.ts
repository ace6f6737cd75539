import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { documentKey, mayReplace, useLatest } from '#renderer/contract/changes-provider.tsx';
import { operationOptions, pagedOptions } from '#renderer/contract/operation-options.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { Failure } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow, OpenDocument, PassportEvent } from '#shared/contract/triage.ts';
import { toPages, type Pages } from '../parts/use-pages.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { whyNotRerun } from '#shared/permissions.ts';
import { messages } from '../messages.ts';

export interface DocumentName {
  readonly tenantId: string;
  readonly batchId: string;
  readonly documentId: string;
}

interface DocumentReading {
  /** The document as it was read, with the changes of actions since. */
  readonly document: OpenDocument | undefined;
  /** True if its fields and checks are older than the rest. */
  readonly hasMovedOn: boolean;
  readonly failure: Failure | undefined;
  readonly reading: boolean;
  readonly readAgain: () => void;
}

/** Reads one item by its key. */
export function useDocument(name: DocumentName): DocumentReading {
  const query = useQuery(operationOptions('documents.read', { ...name }));
  const changed = useLatest().documents.get(documentKey(name));
  useShowReceipt('document', query.data?.receipt);
  const read = query.data?.value;
  const newer =
    read !== undefined && changed !== undefined && mayReplace(read, changed) ? changed : undefined;
  return {
    document: read && { ...read, ...newer },
    hasMovedOn: newer !== undefined && newer.version !== read?.version,
    failure: query.error === null ? undefined : toFailure(query.error),
    reading: query.isFetching,
    readAgain: () => void query.refetch(),
  };
}

const eventsPerPage = 50;

/** Reads the history of the document, newest first, once it is asked for. */
export function usePassport({ tenantId, documentId }: DocumentName, wanted: boolean): Pages<PassportEvent> {
  const pages = toPages(
    useInfiniteQuery({
      ...pagedOptions('documents.passport', { tenantId, documentId, pageSize: eventsPerPage }),
      enabled: wanted,
    }),
  );
  useShowReceipt('passport', pages.receipts);
  return pages;
}

export interface RevealedValue {
  readonly value: string;
  readonly readings: readonly { readonly reader: string; readonly value: string }[];
}

export interface Revealed {
  readonly revealed: ReadonlyMap<string, RevealedValue>;
  /** The values that are being revealed. */
  readonly asked: ReadonlySet<string>;
  /** Why a value was not revealed, by field: a presigned address, or no value. */
  readonly kept: ReadonlyMap<string, string>;
  readonly reveal: (field: string) => void;
  /** Reveals all of these by one read, which the audit trail has as one entry with their number. */
  readonly revealAll: (fields: readonly string[]) => void;
}

/** The revealed values, which are forgotten when the page closes. */
export function useRevealed(name: DocumentName): Revealed {
  const [revealed, setRevealed] = useState<Revealed['revealed']>(new Map());
  const [kept, setKept] = useState<Revealed['kept']>(new Map());
  const [asked, setAsked] = useState<Revealed['asked']>(new Set());
  const one = useCommand('documents.reveal');
  const several = useCommand('documents.revealFields');

  function begin(fields: readonly string[]): () => void {
    setAsked((before) => new Set([...before, ...fields]));
    return () => setAsked((before) => new Set([...before].filter((field) => !fields.includes(field))));
  }

  async function bring(field: string): Promise<void> {
    const end = begin([field]);
    const result = await one.run({ ...name, field });
    end();
    if (result.ok) setRevealed((before) => new Map(before).set(field, result.value));
  }

  async function bringAll(fields: readonly string[]): Promise<void> {
    const end = begin(fields);
    const result = await several.run({ ...name, fields: [...fields] });
    end();
    if (!result.ok) return;
    const { shown, kept: notShown } = result.value;
    setRevealed((before) => new Map([...before, ...shown.map((read) => [read.field, read] as const)]));
    setKept((before) => new Map([...before, ...notShown.map(({ field, why }) => [field, why] as const)]));
  }

  // Every reveal adds a line to the audit trail, so nothing is asked for twice.
  const isNew = (field: string): boolean => !revealed.has(field) && !asked.has(field) && !kept.has(field);
  return {
    revealed,
    asked,
    kept,
    reveal: (field) => {
      if (isNew(field)) void bring(field);
    },
    revealAll: (fields) => {
      const missing = fields.filter(isNew).slice(0, mostAtOnce);
      if (missing.length > 0) void bringAll(missing);
    },
  };
}

/** The contract takes no more fields at once, and no workflow has so many. */
const mostAtOnce = 500;

interface Reprocess {
  /** Undefined if the action is available. */
  readonly whyNot: string | undefined;
  /** Makes a plan and opens it; does nothing if the action is not available. */
  readonly plan: () => void;
}

/** Plans to reprocess this one document. */
export function useReprocess(
  name: DocumentName,
  document: OpenDocument | undefined,
  batch: Batch | undefined,
): Reprocess {
  const planning = usePlanning();
  const whyNotAct = whyNotRerun(usePersonHere().me);
  const whyNot = whyNotAct ?? whyNotReprocess(document, batch);
  return {
    whyNot,
    plan: () => {
      if (whyNot !== undefined || batch === undefined) return;
      const { tenantId, batchId, documentId } = name;
      const { projectId } = batch;
      planning.plan({ kind: 'reprocess', tenantId, projectId, batchId, documentIds: [documentId] });
    },
  };
}

/** Says why this document cannot be reprocessed; undefined if it can. The plan reads it again and decides. */
export function whyNotReprocess(
  document: Pick<DocumentRow, 'status' | 'expired'> | undefined,
  batch: Pick<Batch, 'projectId'> | undefined,
): string | undefined {
  if (document === undefined) return messages.reprocess.notRead;
  if (document.expired) return messages.reprocess.expired;
  if (document.status === null) return messages.reprocess.noStatus;
  const why = reasons[document.status];
  if (why !== undefined) return why;
  return batch === undefined ? messages.reprocess.batchNotRead : undefined;
}

const reasons: Partial<Readonly<Record<NonNullable<DocumentRow['status']>, string>>> = {
  SUCCEEDED: messages.reprocess.succeeded,
  REVIEW_REQUIRED: messages.reprocess.inReview,
  PROCESSING: messages.reprocess.processing,
  QUEUED: messages.reprocess.queued,
};
