/** Work that has not ended by then is told so, and no longer waited for: not every part of it can be stopped. */
export async function withinTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new LateAnswer()), ms);
  const tooLate = new Promise<never>((_, reject) => {
    late.signal.addEventListener('abort', () => reject(late.signal.reason as Error), { once: true });
  });
  try {
    return await Promise.race([tooLate, work(late.signal)]);
  } finally {
    clearTimeout(timer);
  }
}

class LateAnswer extends Error {
  override readonly name = 'LateAnswer';
}
