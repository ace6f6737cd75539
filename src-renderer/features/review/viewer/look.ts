import type { Place } from '#shared/domain/review/draft-rules.ts';
import { turnBy, withinZoom, type PageBox, type Point, type Scale, type Turn } from './page-layout.ts';

/** What stays where it is on the screen while the page is zoomed: a point of the page under a point of the view. */
export interface Anchor {
  readonly point: Point;
  readonly at: Point;
}

/** What somebody looks at, and how. */
export interface Look {
  readonly document: string;
  readonly place: Place | undefined;
  /** Where the focused box is, if anywhere. */
  readonly placePage: number | undefined;
  readonly page: number;
  readonly turn: Turn;
  /** As somebody has chosen by hand; undefined: the box where that is wanted, else the page's width. */
  readonly zoom: Scale | 'fit' | undefined;
  /** Of the last zooming by hand. */
  readonly anchor: Anchor | undefined;
  /** Whether the focused box is zoomed to. */
  readonly toBox: boolean;
}

export function firstLook(document: string, focused: PageBox | undefined): Look {
  return {
    document,
    place: focused?.place,
    placePage: focused?.page,
    page: focused?.page ?? 1,
    turn: 0,
    zoom: undefined,
    anchor: undefined,
    toBox: true,
  };
}

/** Goes along with the focus; the same object where nothing is new. */
export function followed(look: Look, document: string, focused: PageBox | undefined): Look {
  if (look.document !== document) return { ...firstLook(document, focused), toBox: look.toBox };
  if (look.place === focused?.place && look.placePage === focused?.page) return look;
  return {
    ...look,
    place: focused?.place,
    placePage: focused?.page,
    page: focused?.page ?? look.page,
    zoom: look.toBox ? undefined : look.zoom,
  };
}

export function onPage(look: Look, page: number, pages: number): Look {
  return { ...look, page: Math.max(1, Math.min(page, pages)) };
}

/** Back to the box where somebody has zoomed away from it, and away from it else. */
export function towardsBox(look: Look): Look {
  return { ...look, toBox: !isToBox(look), zoom: undefined };
}

export function isToBox({ toBox, zoom }: Look): boolean {
  return toBox && zoom === undefined;
}

export function zoomed(look: Look, zoom: Scale, anchor: Anchor): Look {
  return { ...look, zoom: withinZoom(zoom), anchor };
}

export function turnedOn(look: Look): Look {
  return { ...look, turn: turnBy(look.turn, 90) };
}
