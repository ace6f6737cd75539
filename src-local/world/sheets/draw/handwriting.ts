import { hashOf, throwOf } from '../throws.ts';
import type { Step } from './page-stream.ts';

/** Somebody's name in their own hand: leaning, the tall letters tall, and the flatter the nearer its end. */
export function signature(name: string, x: number, y: number): readonly Step[] {
  const hash = hashOf(name);
  const lean = 0.15 + throwOf(hash, 1) * 0.45;
  const size = 0.85 + throwOf(hash, 2) * 0.4;
  const steps: Step[] = [['M', x, y]];
  let at = x;
  Array.from(name).forEach((letter, index) => {
    const chance = (which: number): number => throwOf(hash, 10 + index * 8 + which);
    if (letter === ' ') {
      at += 4 + chance(0) * 3;
      return;
    }
    const haste = 1 - index / (name.length * 1.4);
    const { up, down, wide } = strokeOf(letter);
    const height = up * size * (0.55 + 0.45 * haste) * (0.85 + chance(1) * 0.3);
    const width = wide * (0.75 + chance(2) * 0.6) * (0.7 + 0.5 * haste);
    const peak = at + width * 0.45 + height * lean;
    steps.push(
      ['C', at + width * 0.2, y - height * 0.4, peak - width * 0.3, y - height, peak, y - height],
      [
        'C',
        peak + width * 0.25,
        y - height,
        at + width * 0.4,
        y - height * 0.1,
        at + width * 0.6,
        y + down * size,
      ],
      ['C', at + width * 0.7, y + down * size + 1, at + width * 0.85, y + 1, at + width, y - chance(3) * 2.4],
    );
    at += width;
  });
  steps.push([
    'C',
    at + 8,
    y - 5 * size,
    at + 20,
    y + 5 * throwOf(hash, 3),
    at + 26 + 20 * throwOf(hash, 4),
    y - 4,
  ]);
  return steps;
}

function strokeOf(letter: string): { up: number; down: number; wide: number } {
  if (letter !== letter.toLowerCase()) return { up: 17, down: 1, wide: 11 };
  if ('bdfhklt'.includes(letter)) return { up: 13, down: 0, wide: 5 };
  if ('gjpqyz'.includes(letter)) return { up: 4, down: 7, wide: 6 };
  return { up: 4, down: 0, wide: 'mwo'.includes(letter) ? 8 : 5 };
}
