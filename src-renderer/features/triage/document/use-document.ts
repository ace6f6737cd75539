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
  readonly reveal: (field: string) => void;
}

/** The revealed values, which are forgotten when the page closes. */
export function useRevealed(name: DocumentName): Revealed {
  const [revealed, setRevealed] = useState<Revealed['revealed']>(new Map());
  const [asked, setAsked] = useState<Revealed['asked']>(new Set());
  const command = useCommand('documents.reveal');

  async function bring(field: string): Promise<void> {
    setAsked((before) => new Set(before).add(field));
    const result = await command.run({ ...name, field });
    setAsked((before) => new Set([...before].filter((one) => one !== field)));
    if (result.ok) setRevealed((before) => new Map(before).set(field, result.value));
  }

  return {
    revealed,
    asked,
    reveal: (field) => {
      // Every reveal adds a line to the audit trail, so none is asked for twice.
      if (!revealed.has(field) && !asked.has(field)) void bring(field);
    },
  };
}

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
