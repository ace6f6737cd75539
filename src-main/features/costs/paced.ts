interface Paced {
  /** Something has changed; it is told soon. */
  changed(): void;
  /** It is told now, and nothing afterwards by itself. */
  last(): void;
  stop(): void;
}

/** Four a second look like one movement, and leave the page time for whatever else is done in it. */
const between = 250;

/** Tells at once, then now and then, and always how it stood at the last. */
export function paced(tell: () => void, later: (work: () => void, ms: number) => () => void): Paced {
  let cancel: (() => void) | undefined;
  let isDue = false;
  let isOver = false;

  function tellNow(): void {
    isDue = false;
    cancel = later(() => {
      cancel = undefined;
      if (isDue) tellNow();
    }, between);
    tell();
  }
  function end(): void {
    isOver = true;
    cancel?.();
    cancel = undefined;
  }

  return {
    changed() {
      if (isOver) return;
      isDue = true;
      if (cancel === undefined) tellNow();
    },
    last() {
      if (isOver) return;
      end();
      tell();
    },
    stop: end,
  };
}
