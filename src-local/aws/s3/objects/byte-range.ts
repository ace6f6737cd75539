import { AwsError } from '../../protocol/aws-error.ts';

/** From `start` up to, not including, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads `bytes=0-9`, `bytes=10-` or `bytes=-10`. What it cannot read, more than one range, one that ends before it
 * begins and the last bytes of nothing are no range: S3 then sends the whole object. A range that begins past the
 * end, or is of no bytes at all, cannot be satisfied.
 */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '' ? Number(last) === 0 : Number(first) >= size) throw invalidRange(header, size);
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  return start < end ? { start, end } : undefined;
}

function invalidRange(header: string | undefined, size: number): AwsError {
  return new AwsError('InvalidRange', 'The requested range is not satisfiable', {
    status: 416,
    fields: { RangeRequested: header, ActualObjectSize: size },
  });
}
