const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export function rruWords(rru: number): string {
  return `${number.format(rru)} RRU`;
}

export function countWords(count: number): string {
  return number.format(count);
}
