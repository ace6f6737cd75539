import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { useToast } from '#renderer/ui/toast.tsx';
import { useSettled } from '#renderer/ui/use-settled.ts';
import type { ConnectionsChange, FilePreview } from '#shared/contract/connections.ts';
import type { Failure } from '#shared/contract/result.ts';
import type { ConnectionSummary } from '#shared/contract/session.ts';
import { useApplyFile } from './file-part.tsx';
import { messages } from '../messages.ts';

type Refused = 'conflict' | 'mistakes';

interface SaveChange {
  /** Compares what would be written with the file as it is now. */
  readonly preview: FilePreview | undefined;
  readonly failure: Failure | undefined;
  /** The reason why the last save was not written. */
  readonly refused: Refused | undefined;
  readonly isSaving: boolean;
  /** Resolves to what was compared, and to whether that was written. */
  readonly save: () => Promise<{ readonly isSaved: boolean; readonly preview: FilePreview | undefined }>;
}

/** Compares a change with connections.json while it is made, and writes it. A change of the file meanwhile is shown first. */
export function useSaveChange(change: ConnectionsChange): SaveChange {
  const client = useQueryClient();
  const apply = useApplyFile();
  const settled = useSettled(JSON.stringify(change), 200);
  const [refused, setRefused] = useState<Refused>();
  const [isSaving, setSaving] = useState(false);
  const query = useQuery({
    ...operationOptions('connections.previewFile', { change: JSON.parse(settled) as ConnectionsChange }),
    gcTime: 0,
    placeholderData: (before) => before,
  });
  const saving = useCommand('connections.saveFile', { toldInPlace: true });

  async function write(): Promise<{ readonly isSaved: boolean; readonly preview: FilePreview | undefined }> {
    const options = operationOptions('connections.previewFile', { change });
    // The last letters may have been typed after the last comparison.
    const { value: preview } = await client.fetchQuery(options);
    if (preview.problems.length > 0) return { isSaved: false, preview };
    const result = await saving.run({ change, fingerprint: preview.fingerprint });
    if (!result.ok) return { isSaved: false, preview };
    const { answer } = result.value;
    if (answer.state === 'saved') {
      const { state: _state, ...read } = answer;
      apply(read);
      return { isSaved: true, preview };
    }
    const { state, ...next } = answer;
    client.setQueryData(options.queryKey, answered(next));
    setRefused(state);
    return { isSaved: false, preview: next };
  }

  async function save() {
    setSaving(true);
    try {
      return await write();
    } catch {
      // The query shows its failure in the page.
      return { isSaved: false, preview: undefined };
    } finally {
      setSaving(false);
    }
  }

  return {
    preview: query.data?.value,
    failure: query.error === null ? saving.failure : toFailure(query.error),
    refused,
    isSaving,
    save,
  };
}

/** Moves a connection to another place among those of the file, and writes that at once. */
export function useMoveConnection(): (connection: ConnectionSummary, to: number) => void {
  const client = useQueryClient();
  const toast = useToast();
  const apply = useApplyFile();
  const saving = useCommand('connections.saveFile', { inOrder: true });

  async function move({ id, name }: ConnectionSummary, to: number): Promise<void> {
    const change: ConnectionsChange = { kind: 'move', connectionId: id, to };
    const options = operationOptions('connections.previewFile', { change });
    const { value: preview } = await client.fetchQuery({ ...options, staleTime: 0 });
    const result = await saving.run({ change, fingerprint: preview.fingerprint });
    if (!result.ok) return;
    const { answer } = result.value;
    if (answer.state !== 'saved') {
      const detail = answer.problems[0]?.problem ?? messages.remove.conflict;
      toast.show({ id: 'moved', message: messages.pane.notMoved, detail, tone: 'failed' });
      return;
    }
    const { state: _state, ...read } = answer;
    apply(read);
    toast.show({ id: 'moved', message: messages.pane.moved(name, to + 1), timeoutMs: 3_000 });
  }

  return (connection, to) => {
    move(connection, to).catch((error: unknown) => {
      const detail = toFailure(error).message;
      toast.show({ id: 'moved', message: messages.pane.notMoved, detail, tone: 'failed' });
    });
  };
}
