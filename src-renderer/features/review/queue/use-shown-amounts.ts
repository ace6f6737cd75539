import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { documentKey } from '#renderer/contract/changes-provider.tsx';
import { useCommand } from '#renderer/contract/use-operation.ts';
import type { DocumentAmounts, QueueRow } from '#shared/contract/review.ts';

type Amount = DocumentAmounts[number]['amount'];
export type ShownAmounts = ReadonlyMap<string, Amount>;

/**
 * Reads the amounts of the listed documents while their column is shown. Each reading is audited, so a hidden column
 * reads nothing. The amounts stay in this window.
 */
export function useShownAmounts(rows: readonly QueueRow[], isShown: boolean): ShownAmounts {
  const [amounts, setAmounts] = useState<ShownAmounts>(new Map());
  const asked = useRef<Set<string>>(new Set());
  const { run } = useCommand('review.amounts', { toldInPlace: true });
  const read = useEffectEvent(async () => {
    for (;;) {
      const missing = rows.filter((row) => !asked.current.has(formatKey(row))).slice(0, mostAtOnce);
      if (missing.length === 0) return;
      for (const row of missing) asked.current.add(formatKey(row));
      // Each page of amounts is one entry in the audit trail, so pages follow each other.
      // oxlint-disable-next-line no-await-in-loop -- pages follow each other
      const answer = await run({
        documents: missing.map(({ tenantId, projectId, batchId, documentId }) => ({
          tenantId,
          projectId,
          batchId,
          documentId,
        })),
      });
      if (!answer.ok) return;
      const next = answer.value.amounts.map((one) => [documentKey(one), one.amount] as const);
      setAmounts((before) => new Map([...before, ...next]));
    }
  });
  const names = isShown ? rows.map(formatKey).join(' ') : '';
  useEffect(() => {
    if (names !== '') void read();
  }, [names]);
  return amounts;
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
