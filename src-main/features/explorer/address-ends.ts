/** Until when a presigned address works, by its own words; undefined where it does not say. */
export function addressEnds(address: string): number | undefined {
  const signed = /x-amz-date=(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)z/i.exec(address);
  const lasts = /x-amz-expires=(\d{1,7})(?!\d)/i.exec(address);
  if (signed !== null && lasts !== null) {
    const [, year, month, day, hour, minute, second] = signed;
    const from = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return Number.isNaN(from) ? undefined : from + Number(lasts[1]) * 1_000;
  }
  const ends = /[?&]expires=(\d{9,11})(?!\d)/i.exec(address);
  return ends === null ? undefined : Number(ends[1]) * 1_000;
}
