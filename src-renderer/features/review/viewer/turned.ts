import type { Box } from '#shared/contract/review/document.ts';

/** Clockwise, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function turnedSize({ width, height }: Size, turn: Turn): Size {
  return isSideways(turn) ? { width: height, height: width } : { width, height };
}

export function isSideways(turn: Turn): boolean {
  return turn === 90 || turn === 270;
}

export function turnedBox([left, top, width, height]: Box, turn: Turn): Box {
  if (turn === 90) return [1 - top - height, left, height, width];
  if (turn === 180) return [1 - left - width, 1 - top - height, width, height];
  if (turn === 270) return [top, 1 - left - width, height, width];
  return [left, top, width, height];
}

export function turnBy(turn: Turn, degrees: number): Turn {
  return turns[((((turn + degrees) / 90) % 4) + 4) % 4] ?? 0;
}

const turns: readonly Turn[] = [0, 90, 180, 270];
