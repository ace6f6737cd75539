import type { Randomness } from '../../randomness.ts';

/** Somebody who filled a form in. */
export function personFrom(dice: Randomness): string {
  return pick(dice, people);
}

/** Where somebody lives. */
export function homeFrom(dice: Randomness): string {
  return pick(dice, homes);
}

/** Where cars meet. */
export function roadFrom(dice: Randomness): string {
  return pick(dice, roads);
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
const homes = [
  '14 Harbour View, Whitby',
  '7 Tanyard Court, Ludlow',
  '22 Alma Terrace, Penzance',
  '3 Orchard Close, Tiverton',
  '9 Priory Gardens, Hexham',
  '118 Castle Road, Ledbury',
  'Flat 2, 31 Quay Street, Ramsey',
];
const roads = [
  'A38 southbound, junction 21',
  'Car park, Mill Street, Stroud',
  'Ring road at Kelham Cross',
  'Level crossing, Saltney',
  'B4066 at the Dursley turn',
  'Roundabout, Wharf Road, Goole',
  'Castle Road, Ledbury',
];
