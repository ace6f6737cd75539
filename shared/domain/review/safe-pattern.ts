/**
 * A schema's pattern, if it is one and cannot run away: a bad or a dangerous one checks nothing rather than stop the
 * page in the middle of a keystroke.
 */
export function safePattern(source: string): RegExp | null {
  if (source.length > longest || /\\[1-9k]|\(\?<?[=!]/.test(source)) return null;
  if (mayRunAway(source)) return null;
  try {
    return new RegExp(source, 'u');
  } catch {
    return null;
  }
}

const longest = 200;
const mostLoops = 6;

/** A loop over something that may itself be taken in more than one way, or very many loops. */
function mayRunAway(source: string): boolean {
  const bare = source.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  const isVaried: boolean[] = [false];
  let loops = 0;
  for (let at = 0; at < bare.length; at += 1) {
    const character = bare.charAt(at);
    const repeat = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(bare.slice(at))?.[0];
    if (character === '(') {
      isVaried.push(false);
      // Of "(?:" the question mark repeats nothing.
      if (bare.startsWith('(?', at)) at += 1;
    } else if (character === ')') {
      const was = isVaried.pop() ?? false;
      const next = bare.charAt(at + 1);
      if (was && (next === '*' || next === '+' || next === '{')) return true;
      if (was) isVaried[isVaried.length - 1] = true;
    } else if (character === '|') isVaried[isVaried.length - 1] = true;
    else if (repeat !== undefined) {
      if (/[*+]|,\}/.test(repeat)) loops += 1;
      if (!/^\{\d+\}$/.test(repeat)) isVaried[isVaried.length - 1] = true;
      at += repeat.length - 1;
    }
  }
  return loops > mostLoops;
}
