/** How long somebody has looked at a document: while the page can be seen, and no pause counts for more than a minute. */
export interface ActiveSeconds {
  /** From now on it is another document. */
  readonly restart: () => void;
  readonly touched: () => void;
  readonly seen: (visible: boolean) => void;
  /** A key or a pointer within so long. */
  readonly isActive: (withinMs: number) => boolean;
  readonly seconds: () => number;
}

export function activeSeconds(now: () => number): ActiveSeconds {
  let spent = 0;
  let since = now();
  let last = now();
  let visible = true;

  function count(): void {
    const at = now();
    if (visible) spent += Math.max(0, Math.min(at - since, longestPause));
    since = at;
  }

  return {
    restart() {
      spent = 0;
      since = now();
      last = since;
    },
    touched() {
      count();
      last = now();
    },
    seen(isVisible) {
      count();
      visible = isVisible;
    },
    isActive: (withinMs) => now() - last <= withinMs,
    seconds() {
      count();
      return Math.min(Math.round(spent / 100) / 10, longestSeconds);
    },
  };
}

const longestPause = 60_000;
const longestSeconds = 86_400;
