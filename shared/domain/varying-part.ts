/** Whether a piece of a message without spaces is an id, a number, a path, a file or an address rather than a word. */
export function isVarying(piece: string): boolean {
  // Most are.
  if (word.test(piece)) return hex.test(piece);
  const core = piece.replace(/^[^\p{L}\p{N}/\\.~]+/u, '').replace(edgeAfter, '');
  if (core === '') return false;
  if (isPath(core) || isAddress(core) || file.test(core) || hex.test(core)) return true;
  return digit.test(core) && !wordWithFigure.test(core);
}

/** A word as it is; of one that ends in a figure, such as S3 or Base64, the word. */
export function plainWord(piece: string): string {
  return word.test(piece) ? piece : piece.replaceAll(/\p{N}+/gu, '#');
}

const word = /^[a-z]+$/i;
const edgeAfter = /[^\p{L}\p{N}]{1,20}$/u;
const digit = /\p{N}/u;
/** An id even where it has no digit: eight letters from a to f are hardly ever a word. */
const hex = /^[\da-f]{8,}$/i;
/** S3, EC2, SHA256, Base64: a few letters and one short figure, with nothing between. */
const wordWithFigure = /^\p{L}{1,24}\p{N}{1,3}\p{L}{0,12}$/u;
const file =
  /^.+\.(?:pdf|tiff?|png|jpe?g|gif|bmp|heic|webp|json|jsonl|csv|tsv|txt|zip|gz|xml|html?|docx?|xlsx?|eml|msg|p7m|mjs|cjs|js|ts|py|java|jar|log|tmp)$/i;
const host = /^[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}\.(?:com|net|org|io|aws|internal|local)$/i;

function isPath(core: string): boolean {
  if (core.includes('\\') || /^(?:~|\.{1,2})?\/./.test(core)) return true;
  return core.split('/', 3).length === 3;
}

function isAddress(core: string): boolean {
  const sign = core.indexOf('@');
  return (sign > 0 && core.includes('.', sign)) || host.test(core);
}
