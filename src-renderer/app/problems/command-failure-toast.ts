import type { CommandFailure } from '#renderer/contract/query-client.ts';
import type { ToastOptions } from '#renderer/ui/toast/use-toast.ts';

/** What happened, the reference that finds it in the log, and a retry where one can help. */
export function commandFailureToast({ operation, failure, retry }: CommandFailure): ToastOptions {
  const canRetry = failure.code === 'host-unreachable' || failure.code === 'storage-failed';
  return {
    id: `failed-${operation}`,
    tone: 'failed',
    message: failure.message,
    detail: failure.reference === '' ? undefined : `Reference ${failure.reference}`,
    // A reference takes longer to write down than a toast usually stays.
    timeoutMs: 20_000,
    action: canRetry ? { label: 'Try again', onAction: retry } : undefined,
  };
}
