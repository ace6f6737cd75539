/** "AB-12345" of `^[A-Z]{2,3}-\d{5}$`: something that fits; null where the pattern is too involved for that. */
export function patternExample(source: string): string | null {
  const body = source.replace(/^\^/, '').replace(/\$$/, '');
  let example = '';
  let rest = body;
  while (rest !== '') {
    const [whole, atom, repeat] = part.exec(rest) ?? [];
    const kind = atom === undefined ? undefined : kindOf(atom);
    if (whole === undefined || kind === undefined) return null;
    const from = example.length;
    for (let count = timesOf(repeat); count > 0; count -= 1) {
      example += kind.charAt((example.length - from) % kind.length);
    }
    rest = rest.slice(whole.length);
  }
  return example === '' || example.length > longest ? null : example;
}

const longest = 40;

/** A class, an escape or a character that means itself; and how often. */
const part = /^(\[[^\]\\]*\]|\\.|[^\\^$.*+?()[\]{}|])([*+?]|\{\d{1,2}(?:,\d*)?\})?/;

/** What may stand for it, one after the other; undefined where it is not known. */
function kindOf(atom: string): string | undefined {
  if (atom.startsWith('[')) return classes.get(atom);
  if (atom === String.raw`\d`) return figures;
  if (/^\\\w$/.test(atom)) return undefined;
  return atom.replace(/^\\/, '');
}

function timesOf(repeat: string | undefined): number {
  if (repeat === undefined || repeat === '?') return 1;
  if (repeat === '*' || repeat === '+') return usual;
  return Number(/\d+/.exec(repeat)?.[0] ?? 1);
}

const usual = 5;
const figures = '123456789';
const letters = 'ABCDEFGH';
const classes = new Map([
  ['[A-Z]', letters],
  ['[a-z]', letters.toLowerCase()],
  ['[A-Za-z]', letters],
  ['[0-9]', figures],
  ['[A-Z0-9]', `A1B2C3D4`],
]);
