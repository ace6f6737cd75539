import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';

interface Opening {
  readonly index: number;
  /** Null while it is being read. */
  readonly trouble: string | null;
}

/** Which document an iteration was stands in what its Map was given, which is read once, when somebody opens one. */
export function useOpenIteration(
  { batchId, run }: { readonly batchId: string; readonly run: number },
  onOpenDocument: (documentId: string) => void,
) {
  const client = useQueryClient();
  const [opening, setOpening] = useState<Opening | null>(null);

  async function openIteration(index: number): Promise<void> {
    setOpening({ index, trouble: null });
    try {
      const options = operationOptions('executions.documents', { batchId, run });
      const { documentIds } = (await client.fetchQuery(options)).value;
      const documentId = documentIds[index];
      if (documentId === undefined) {
        setOpening({ index, trouble: 'The execution names no document for it.' });
        return;
      }
      setOpening(null);
      onOpenDocument(documentId);
    } catch (error) {
      setOpening({ index, trouble: failureOf(error).message });
    }
  }
  return { opening, openIteration };
}
