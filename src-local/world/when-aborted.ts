/** Runs when the signal ends, or at once if it has. Call what it returns when that is of no interest any more. */
export function whenAborted(signal: AbortSignal | undefined, run: () => void): () => void {
  if (signal?.aborted) run();
  else signal?.addEventListener('abort', run, { once: true });
  return () => signal?.removeEventListener('abort', run);
}
