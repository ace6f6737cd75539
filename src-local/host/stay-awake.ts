/** Waking a sleeping thread takes longer than most answers do, so both sides stay awake this long for the next word. */
export const awakeMs = 0.5;

/** An event loop that has another turn to take does not fall asleep. Call it with each question. */
export function wakefulness(isWaiting: () => boolean): () => void {
  let awakeUntil = 0;
  let isAwake = false;
  const turn = (): void => {
    isAwake = isWaiting() && performance.now() < awakeUntil;
    if (isAwake) setImmediate(turn);
  };
  return () => {
    awakeUntil = performance.now() + awakeMs;
    if (!isAwake) setImmediate(turn);
    isAwake = true;
  };
}
