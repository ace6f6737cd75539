export interface SplitLimits {
  readonly min: number;
  readonly minOther: number;
  /** Length of both panes together. */
  readonly length: number;
}

/** The sized pane yields last: in a window too small for both, it keeps its own minimum. */
export function clampSize(size: number, { min, minOther, length }: SplitLimits): number {
  return Math.round(Math.max(min, Math.min(size, length - minOther)));
}

export function largestSize({ min, minOther, length }: SplitLimits): number {
  return Math.round(Math.max(min, length - minOther));
}

const step = 16;
const bigStep = 64;

export interface SplitKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

/** Where a key moves the handle; arrows go the way they point, so a pane at the end shrinks on "right". */
export function sizeAfterKey(
  press: SplitKey,
  size: number,
  limits: SplitLimits,
  direction: 'row' | 'column',
  sized: 'start' | 'end',
): number | undefined {
  if (press.key === 'Home') return clampSize(sized === 'start' ? limits.min : largestSize(limits), limits);
  if (press.key === 'End') return clampSize(sized === 'start' ? largestSize(limits) : limits.min, limits);
  const [back, forward] = direction === 'row' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  if (press.key !== back && press.key !== forward) return undefined;
  const towardsEnd = press.key === forward ? 1 : -1;
  const by = (press.shiftKey ? bigStep : step) * towardsEnd * (sized === 'start' ? 1 : -1);
  return clampSize(size + by, limits);
}
