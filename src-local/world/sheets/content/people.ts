import type { Randomness } from '../../randomness.ts';

/** Somebody who filled a form in. */
export function personFrom(dice: Randomness): string {
  return pick(dice, people);
}

/** Somewhere. */
export function placeFrom(dice: Randomness): string {
  return pick(dice, places);
}

export function pick(dice: Randomness, list: readonly string[]): string {
  return list[dice.integer(list.length)] ?? '';
}

const people = [
  'Margaret Ainsley',
  'Deepak Rangan',
  'Sofie van Houten',
  'Colm Breathnach',
  'Yvonne Adair',
  'Matthias Kroll',
  'Rosa Benedetti',
  'Peter Okafor',
  'Ingrid Solheim',
  'Leila Haddad',
  'Tobias Fenn',
  'Amélie Courtois',
  'Gareth Pryce',
  'Nuala Keane',
];
const places = [
  '14 Harbour View, Whitby',
  'A38 southbound, junction 21',
  '7 Tanyard Court, Ludlow',
  'Car park, Mill Street, Stroud',
  '22 Alma Terrace, Penzance',
  'Ring road at Kelham Cross',
  '3 Orchard Close, Tiverton',
  'Level crossing, Saltney',
  '118 Castle Road, Cork',
];
