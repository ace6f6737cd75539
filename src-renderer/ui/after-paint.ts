/**
 * Runs it when what was just drawn is on the screen, so that it takes nothing from that; where nothing is painted, as in
 * a window behind others, soon. Answers how to call it off.
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
