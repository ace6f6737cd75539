/** "4, limit 0" of CloudWatch's sentence about one crossing; every other sentence as it is. */
export function reasonInShort(reason: string): string {
  const [, points = '', limit = ''] = crossing.exec(reason) ?? [];
  const value = points.split(' ', 1)[0] ?? '';
  if (!Number.isFinite(Number.parseFloat(value)) || limit === '') return reason;
  return `${figure(value)}, limit ${figure(limit)}`;
}

/** "Threshold Crossed: 1 datapoint [4.0 (20/11/26 00:29:00)] was greater than the threshold (0.0)." */
const crossing = /^Threshold Crossed:[^[]*\[([^\]]+)\][^(]*\bthreshold \(([\d.E+-]+)\)/;

function figure(written: string): string {
  return figures.format(Number.parseFloat(written));
}

const figures = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
