import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { documentKey } from '#renderer/contract/changes-provider.tsx';
import { useCommand } from '#renderer/contract/use-operation.ts';
import type { InputOf, OutputOf } from '#shared/contract/contract.ts';
import type { Failure, Result } from '#shared/contract/result.ts';
import type { DocumentAmounts, QueueRow } from '#shared/contract/review.ts';

type Amount = DocumentAmounts[number]['amount'];
export type ShownAmounts = ReadonlyMap<string, Amount>;

interface Shown {
  readonly rows: readonly QueueRow[];
  readonly isShown: boolean;
  /** Amounts that could not be read are asked for again when the list is. */
  readonly readAt: string | undefined;
}

/**
 * Reads the amounts of the listed documents while their column is shown. Each reading is audited, so a hidden column
 * reads nothing. The amounts stay in this window.
 */
export function useShownAmounts({ rows, isShown, readAt }: Shown): {
  readonly amounts: ShownAmounts;
  /** The reason why some amounts are missing. */
  readonly failure: Failure | undefined;
} {
  const [amounts, setAmounts] = useState<ShownAmounts>(new Map());
  const [failure, setFailure] = useState<Failure>();
  const asked = useRef<Set<string>>(new Set());
  const { run } = useCommand('review.amounts', { toldInPlace: true });
  const read = useEffectEvent(async (isOver: () => boolean) => {
    const onRead = (found: DocumentAmounts) => {
      const next = found.map((one) => [documentKey(one), one.amount] as const);
      setAmounts((before) => new Map([...before, ...next]));
    };
    setFailure(await readMissingAmounts({ rows, asked: asked.current, isOver, read: run, onRead }));
  });
  const wanted = isShown && rows.length > 0 ? JSON.stringify([readAt, rows.map(formatKey)]) : '';
  useEffect(() => {
    let isOver = false;
    if (wanted !== '') void read(() => isOver);
    return () => {
      isOver = true;
    };
  }, [wanted]);
  return { amounts, failure: isShown ? failure : undefined };
}

interface Reading {
  readonly rows: readonly QueueRow[];
  /** The documents whose amounts were read or are being read. */
  readonly asked: Set<string>;
  /** True once the column is hidden, the page left, or another list shown. */
  readonly isOver: () => boolean;
  readonly read: (input: InputOf<'review.amounts'>) => Promise<Result<OutputOf<'review.amounts'>>>;
  readonly onRead: (amounts: DocumentAmounts) => void;
}

/**
 * Reads page after page, because each page of amounts is one entry in the audit trail. Returns the failure that ended
 * it; the amounts of that page are asked for again the next time.
 */
export async function readMissingAmounts(reading: Reading): Promise<Failure | undefined> {
  const { rows, asked, isOver, read, onRead } = reading;
  while (!isOver()) {
    const missing = rows.filter((row) => !asked.has(formatKey(row))).slice(0, mostAtOnce);
    if (missing.length === 0) return undefined;
    for (const row of missing) asked.add(formatKey(row));
    const documents = missing.map(({ tenantId, projectId, batchId, documentId }) => ({
      tenantId,
      projectId,
      batchId,
      documentId,
    }));
    // oxlint-disable-next-line no-await-in-loop -- pages follow each other
    const answer = await read({ documents });
    if (!answer.ok) {
      for (const row of missing) asked.delete(formatKey(row));
      return answer.failure;
    }
    onRead(answer.value.amounts);
  }
  return undefined;
}

const mostAtOnce = 100;

/** A document with another version may have another amount. */
function formatKey(row: QueueRow): string {
  return `${documentKey(row)} ${String(row.version)}`;
}

/** Formats "7,733.00 EUR". */
export function formatAmount(amount: Amount): string {
  if (amount === null) return '';
  const { value, currency } = amount;
  const figure = twoPlaces.format(value);
  return currency === null ? figure : `${figure} ${currency}`;
}

const twoPlaces = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 });
