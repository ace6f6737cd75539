export interface DifferingText {
  readonly start: string;
  /** What is not in the other text; empty where the other only has more. */
  readonly differs: string;
  readonly end: string;
}

/** Two texts, each cut where they begin and where they cease to differ. Whole characters, never half of one. */
export function differingPart(left: string, right: string): readonly [DifferingText, DifferingText] {
  const [a, b] = [charactersOf(left), charactersOf(right)];
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [cut(a, start, end), cut(b, start, end)];
}

function cut(characters: readonly string[], start: number, end: number): DifferingText {
  const until = characters.length - end;
  return {
    start: characters.slice(0, start).join(''),
    differs: characters.slice(start, until).join(''),
    end: characters.slice(until).join(''),
  };
}

function charactersOf(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const segmenter = new Intl.Segmenter('en');
