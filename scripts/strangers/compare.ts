/** Compares what one world's desks show with what was planted. */
export interface Comparison {
  /** Compares a figure that is shown as exact. */
  same(what: string, told: unknown, counted: unknown): void;
  /** Compares a figure that may say "at least", which must not be above what was planted. */
  counted(what: string, told: { readonly count: number; readonly isAtLeast: boolean }, counted: number): void;
  /**
   * Compares members in any order. With `isWhole` false some may be missing, but none may be there that was not
   * planted.
   */
  members(what: string, told: readonly string[], planted: readonly string[], isWhole?: boolean): void;
  wrong(what: string, why: string): void;
  readonly figures: () => number;
  readonly problems: () => readonly string[];
}

export function compareFigures(): Comparison {
  let figures = 0;
  const problems: string[] = [];
  const wrong = (what: string, why: string): void => {
    problems.push(`${what}: ${why}`);
  };
  return {
    same(what, told, counted) {
      figures += 1;
      if (text(told) !== text(counted)) wrong(what, `told ${text(told)}, planted ${text(counted)}`);
    },
    counted(what, { count, isAtLeast }, planted) {
      figures += 1;
      if (isAtLeast ? count > planted : count !== planted) {
        wrong(what, `told ${isAtLeast ? 'at least ' : ''}${count}, planted ${planted}`);
      }
    },
    members(what, told, planted, isWhole = true) {
      figures += 1;
      const [had, wanted] = [new Set(told), new Set(planted)];
      const missing = isWhole ? [...wanted].filter((one) => !had.has(one)) : [];
      const extra = [...had].filter((one) => !wanted.has(one));
      const twice = told.length - had.size;
      if (missing.length + extra.length + twice === 0) return;
      const parts = [
        ...(missing.length > 0
          ? [`${missing.length} of ${wanted.size} missing (${first(missing, extra)})`]
          : []),
        ...(extra.length > 0 ? [`${extra.length} never planted (${first(extra, missing)})`] : []),
        ...(twice > 0 ? [`${twice} told twice`] : []),
      ];
      wrong(what, parts.join(', '));
    },
    wrong(what, why) {
      figures += 1;
      wrong(what, why);
    },
    figures: () => figures,
    problems: () => problems,
  };
}

/** Returns the first of them, from a little before the point where it differs from the first of the others. */
function first([one = '']: readonly string[], [other = '']: readonly string[]): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return one.slice(Math.max(0, at - 40), at + 80);
}

function text(value: unknown): string {
  if (value instanceof Map)
    return JSON.stringify(
      Object.fromEntries([...value].toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))),
    );
  return JSON.stringify(value) ?? 'nothing';
}
