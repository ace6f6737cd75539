import type { Step } from './page-stream.ts';

export function rectangle(x: number, y: number, width: number, height: number): readonly Step[] {
  return [['M', x, y], ['L', x + width, y], ['L', x + width, y + height], ['L', x, y + height], ['Z']];
}

export function polyline(points: readonly (readonly [number, number])[]): readonly Step[] {
  return points.map(([x, y], at): Step => [at === 0 ? 'M' : 'L', x, y]);
}

/** Four curves that come near enough. https://spencermortensen.com/articles/bezier-circle/ */
export function circle(x: number, y: number, radius: number): readonly Step[] {
  const k = radius * 0.5523;
  return [
    ['M', x + radius, y],
    ['C', x + radius, y + k, x + k, y + radius, x, y + radius],
    ['C', x - k, y + radius, x - radius, y + k, x - radius, y],
    ['C', x - radius, y - k, x - k, y - radius, x, y - radius],
    ['C', x + k, y - radius, x + radius, y - k, x + radius, y],
    ['Z'],
  ];
}

/** Turned about a point, against the clock as seen. */
export function turned(
  steps: readonly Step[],
  [x, y]: readonly [number, number],
  radians: number,
): readonly Step[] {
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const turn = (px: number, py: number): [number, number] => [
    x + (px - x) * cos + (py - y) * sin,
    y - (px - x) * sin + (py - y) * cos,
  ];
  return steps.map((step): Step => {
    if (step[0] === 'Z') return step;
    if (step[0] !== 'C') return [step[0], ...turn(step[1], step[2])];
    return ['C', ...turn(step[1], step[2]), ...turn(step[3], step[4]), ...turn(step[5], step[6])];
  });
}
