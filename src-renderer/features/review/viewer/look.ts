import type { Box } from '#shared/contract/review-document.ts';
import type { Place } from '#shared/domain/review/draft-rules.ts';
import { addTurn, limitZoom, type PageBox, type Point, type Scale, type Turn } from './page-layout.ts';

/** A point of the page and the point of the view above it, which stay together while the page is zoomed. */
export interface Anchor {
  readonly point: Point;
  readonly at: Point;
}

/** The part of the document that is visible, and how. */
export interface Look {
  readonly document: string;
  readonly place: Place | undefined;
  /** The page of the focused box, if there is one. */
  readonly placePage: number | undefined;
  readonly page: number;
  readonly turn: Turn;
  /** Set by the user; undefined zooms to the box if `toBox` is set, otherwise to the width of the page. */
  readonly zoom: Scale | 'page' | 'width' | undefined;
  /** The anchor of the last zoom by the user. */
  readonly anchor: Anchor | undefined;
  /** True if the view zooms to the focused box. */
  readonly toBox: boolean;
  /** A part of the upright page to be scrolled into view, such as a match or a chosen word. */
  readonly spot: Box | undefined;
}

export function createLook(document: string, focused: PageBox | undefined): Look {
  return {
    document,
    place: focused?.place,
    placePage: focused?.page,
    page: focused?.page ?? 1,
    turn: 0,
    zoom: undefined,
    anchor: undefined,
    toBox: true,
    spot: undefined,
  };
}

/** Follows the focus, and returns the same object if nothing has changed. */
export function followFocus(look: Look, document: string, focused: PageBox | undefined): Look {
  if (look.document !== document) return { ...createLook(document, focused), toBox: look.toBox };
  if (look.place === focused?.place && look.placePage === focused?.page) return look;
  return {
    ...look,
    place: focused?.place,
    placePage: focused?.page,
    page: focused?.page ?? look.page,
    zoom: look.toBox ? undefined : look.zoom,
    spot: undefined,
  };
}

export function showPage(look: Look, page: number, pages: number): Look {
  return { ...look, page: Math.max(1, Math.min(page, pages)), spot: undefined };
}

/** Shows a part of a page at the present size, large enough to read. */
export function showSpot(look: Look, page: number, spot: Box): Look {
  return { ...look, page, spot };
}

/** Returns to the box if the user has zoomed away from it, and otherwise leaves it. */
export function toggleBox(look: Look): Look {
  return { ...look, toBox: !isToBox(look), zoom: undefined };
}

export function isToBox({ toBox, zoom }: Look): boolean {
  return toBox && zoom === undefined;
}

export function zoomed(look: Look, zoom: Scale, anchor: Anchor): Look {
  return { ...look, zoom: limitZoom(zoom), anchor };
}

export function turnRight(look: Look): Look {
  return { ...look, turn: addTurn(look.turn, 90) };
}
