/**
 * Runs a function after the next paint, so that it does not delay that paint. If nothing is painted, as in a
 * window behind others, it runs soon anyway. Returns a function that cancels it.
 */
export function afterPaint(run: () => void): () => void {
  const leave = () => {
    cancelAnimationFrame(frame);
    clearTimeout(painted);
    clearTimeout(late);
  };
  const once = () => {
    leave();
    run();
  };
  let painted: number | undefined;
  const frame = requestAnimationFrame(() => {
    painted = window.setTimeout(once);
  });
  const late = window.setTimeout(once, latestMs);
  return leave;
}

const latestMs = 250;
