import { join } from 'node:path';
import { parseWindowFile, type WindowState } from '#main/home/home-files.ts';
import { replaceFile } from '#main/home/home-folder.ts';
import { readKept } from '#main/home/lost-files.ts';
import type { Log } from '#main/log/open-log.ts';

/** A file that cannot be read is set aside, and the window opens with its first size. */
export function readWindowState(home: string, log: Log): WindowState | undefined {
  return readKept(join(home, fileName), parseWindowFile, { home, log, now: Date.now });
}

export function saveWindowState(home: string, state: WindowState, log: Log): void {
  try {
    replaceFile(join(home, fileName), `${JSON.stringify(state)}\n`);
  } catch (error) {
    log.warn({ err: error }, 'could not save window.json');
  }
}

const fileName = 'window.json';

interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const minimumSize = { width: 1100, height: 700 };
const firstSize = { width: 1440, height: 900 };

/**
 * Returns bounds that can be seen and grabbed on the present displays: a screen may have been unplugged, turned or
 * rescaled since they were saved. `workAreas` starts with the primary display.
 */
export function placeOnDisplays(
  saved: Bounds | undefined,
  workAreas: readonly [Bounds, ...Bounds[]],
): Bounds {
  const home = saved === undefined ? undefined : mostCovered(saved, workAreas);
  if (saved === undefined || home === undefined) return centred(saved ?? firstSize, workAreas[0]);
  const size = fittingSize(saved, home);
  return {
    x: between(saved.x, home.x, home.x + home.width - size.width),
    y: between(saved.y, home.y, home.y + home.height - size.height),
    ...size,
  };
}

function mostCovered(bounds: Bounds, areas: readonly Bounds[]): Bounds | undefined {
  const [best] = areas
    .map((area) => ({ area, covered: overlap(bounds, area) }))
    .toSorted((a, b) => b.covered - a.covered);
  return best !== undefined && best.covered > 0 ? best.area : undefined;
}

function overlap(a: Bounds, b: Bounds): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

function centred(size: Pick<Bounds, 'width' | 'height'>, area: Bounds): Bounds {
  const { width, height } = fittingSize(size, area);
  return {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 2),
    width,
    height,
  };
}

function fittingSize(size: Pick<Bounds, 'width' | 'height'>, area: Bounds) {
  return {
    width: between(size.width, Math.min(minimumSize.width, area.width), area.width),
    height: between(size.height, Math.min(minimumSize.height, area.height), area.height),
  };
}

function between(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
