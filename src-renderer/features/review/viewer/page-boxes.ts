import type { Box } from '#shared/contract/review/document.ts';
import type { Place } from '#shared/domain/review/places.ts';
import type { Point } from './page-layout.ts';

export interface PageBox {
  readonly place: Place;
  readonly label: string;
  /** From 1. */
  readonly page: number;
  readonly box: Box;
  readonly tone: 'sure' | 'flagged' | 'decided';
}

/** Fields that were read in one place, such as the cells of a line, have one box between them. */
export function onePerBox(boxes: readonly PageBox[], focused: Place | null): readonly PageBox[] {
  const kept = new Map<string, PageBox>();
  for (const box of boxes) {
    const name = box.box.join();
    const other = kept.get(name);
    if (other === undefined || weightOf(box, focused) > weightOf(other, focused)) kept.set(name, box);
  }
  return [...kept.values()];
}

function weightOf({ place, tone }: PageBox, focused: Place | null): number {
  return place === focused ? 3 : tones.indexOf(tone);
}
const tones: readonly PageBox['tone'][] = ['sure', 'decided', 'flagged'];

/** The smallest of those that lie there: a cell before the row that is around it. */
export function boxAt(boxes: readonly PageBox[], { x, y }: Point): PageBox | undefined {
  return boxes
    .filter(
      ({ box: [left, top, width, height] }) =>
        x >= left && x <= left + width && y >= top && y <= top + height,
    )
    .toSorted((one, other) => areaOf(one) - areaOf(other))[0];
}

function areaOf({ box: [, , width, height] }: PageBox): number {
  return width * height;
}
