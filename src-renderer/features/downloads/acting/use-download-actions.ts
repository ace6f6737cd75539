import { usePlanning } from '#renderer/contract/planning.ts';

export interface DownloadActions {
  readonly requeue: (fileIds: readonly string[], batchId?: string) => void;
  readonly runAgain: (date: string) => void;
  readonly close: (batchId: string) => void;
}

/** Each is a plan: what it will do is seen, and priced, before it does it. */
export function useDownloadActions(): DownloadActions {
  const { plan } = usePlanning();
  return {
    requeue: (fileIds, batchId) =>
      plan({
        kind: 'requeue-files',
        fileIds: [...fileIds],
        ...(batchId === undefined ? {} : { batchId }),
      }),
    runAgain: (date) => plan({ kind: 'trigger-downloads', date }),
    close: (batchId) => plan({ kind: 'close-downloads', batchId }),
  };
}
