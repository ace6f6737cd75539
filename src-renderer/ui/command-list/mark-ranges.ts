export interface MarkedPiece {
  readonly at: number;
  readonly text: string;
  readonly marked: boolean;
}

/** Cuts a title at the matched ranges; the pieces joined are the title again. */
export function markRanges(
  title: string,
  ranges: readonly (readonly [number, number])[],
): readonly MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    if (start > at) pieces.push({ at, text: title.slice(at, start), marked: false });
    pieces.push({ at: start, text: title.slice(start, end), marked: true });
    at = end;
  }
  if (at < title.length) pieces.push({ at, text: title.slice(at), marked: false });
  return pieces;
}
