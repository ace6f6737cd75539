/** "1,200", "0.25": as people read it, to six places at most. */
export function grouped(number: number): string {
  return sixPlaces.format(number);
}

/** "1 look", "1,200 looks" */
export function counted(number: number, what: string): string {
  return number === 1 ? `1 ${what}` : `${grouped(number)} ${what}s`;
}

const sixPlaces = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

/** "1,500,000.25" of "1500000.25": every digit as it was given, for numbers of any length. */
export function groupedDigits(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const thousands = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? thousands : `${thousands}.${fraction}`;
}
