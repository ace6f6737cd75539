/**
 * A schema's pattern, if it is one and cannot run away on a text of this length: a bad or a dangerous one checks nothing
 * rather than stop the page in the middle of a keystroke.
 */
export function safePattern(source: string, length: number): RegExp | null {
  if (source.length > longest || /\\[1-9k]|\(\?<?[=!]/.test(source)) return null;
  if (waysToMatch(source, length) > mostWays) return null;
  try {
    return new RegExp(source, 'u');
  } catch {
    return null;
  }
}

const longest = 200;
/** Some tens of milliseconds, if all of them are tried. */
const mostWays = 500_000;

interface Part {
  /** In how many ways it may be taken. */
  ways: number;
  alternatives: number;
}

/**
 * At most so many ways there are to lay the pattern over a text: a choice for each of its repeats and alternatives.
 * Repeats of what may itself be taken in more than one way have no bound worth the name.
 */
function waysToMatch(source: string, length: number): number {
  const bare = source.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  const whole: Part = { ways: bare.startsWith('^') ? 1 : length + 1, alternatives: 1 };
  const open: Part[] = [whole];
  for (let at = 0; at < bare.length; at += 1) {
    const part = open.at(-1) ?? whole;
    const character = bare.charAt(at);
    if (character === '(') {
      open.push({ ways: 1, alternatives: 1 });
      // Of "(?:" the question mark repeats nothing.
      if (bare.startsWith('(?', at)) at += 1;
    } else if (character === '|') part.alternatives += 1;
    else if (character === ')' && open.length > 1) {
      open.pop();
      const inside = part.ways * part.alternatives;
      if (inside > 1 && /^[*+{]/.test(bare.slice(at + 1))) return Number.POSITIVE_INFINITY;
      (open.at(-1) ?? whole).ways *= inside;
    } else {
      const repeat = repeatAt.exec(bare.slice(at));
      if (repeat === null) continue;
      part.ways *= choices(repeat, length);
      at += repeat[0].length - 1;
    }
  }
  return whole.ways * whole.alternatives;
}

const repeatAt = /^(?:[*+?]|\{(\d+)(,(\d*))?\})/;

/** How often it may be repeated: nothing is repeated more often than the text is long. */
function choices([sign, least = '', isVaried, most = '']: RegExpExecArray, length: number): number {
  if (sign === '?') return 2;
  if (sign === '*' || sign === '+' || (isVaried !== undefined && most === '')) return length + 1;
  return Math.min(isVaried === undefined ? 0 : Number(most) - Number(least), length) + 1;
}
