import type { Dice } from './dice.ts';

/** Makes one id after the other; some forms follow time, most do not. */
export type MakeId = (madeAt: number) => string;

/**
 * Chooses a form of ids that domain.md allows: any text without "#", which separates the parts of a key. Ids never
 * begin or end with white space, quotes or punctuation, because a pasted id is trimmed of those.
 */
export function makeIds(dice: Dice, ours: string): MakeId {
  const make = forms(ours)[dice.between(0, forms(ours).length - 1)] ?? uuidV4;
  const given = new Set<string>();
  let count = 0;
  return (madeAt) => {
    count += 1;
    let id = make(dice, madeAt, count);
    while (given.has(id)) id = `${id}${count}`;
    given.add(id);
    return id;
  };
}

type Form = (dice: Dice, madeAt: number, count: number) => string;

const uuidV4: Form = (dice) => dice.uuid();

function forms(ours: string): readonly Form[] {
  return [
    uuidV4,
    (dice) => dice.uuid().toUpperCase(),
    uuidV7,
    ulid,
    // As text, KB-10 sorts before KB-9.
    (_dice, _madeAt, count) => `KB-${count + 7}`,
    (_dice, _madeAt, count) => `KB-big-${count * 100}`,
    (_dice, _madeAt, count) => String(count).padStart(6, '0'),
    (_dice, _madeAt, count) => String(900_000 - count),
    (dice, madeAt) => `${new Date(madeAt).toISOString().slice(0, 10)}-${dice.hex(6)}`,
    (dice, madeAt) => `${spokenDate(madeAt)} run ${dice.hex(4)}`,
    (dice) => `партия-${dice.text('абвгдежзик', 8)}`,
    (dice) => `発注書${dice.text('一二三四五六七八九', 6)}-é${dice.hex(3)}`,
    (dice) => `50%25 off ${dice.hex(5)}`,
    (dice) => `v1.2.${dice.between(0, 99)}/${dice.hex(6)}`,
    (dice) => `${dice.hex(2)}.${dice.hex(4)}.pdf`,
    (dice) => `${dice.text('abcdefghijklmnop', 180)}${dice.hex(20)}`,
    (_dice, _madeAt, count) => (count % 2 === 0 ? `lot${count / 2}a` : `LOT${(count + 1) / 2}A`),
    (dice) => `${ours}-${dice.text('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 12)}`,
    (dice, madeAt) => `batch-${new Date(madeAt).toISOString().slice(0, 10)}-${dice.uuid()}`,
    (dice) => `clerk${dice.hex(3)}@office.example`,
    (dice) => dice.hex(1 + dice.between(5, 40)),
    (dice) => `${dice.text('ABC', 1)}:${dice.between(1, 9)}:${dice.hex(5)}=`.replace(/=$/, 'x'),
  ];
}

function uuidV7(dice: Dice, madeAt: number): string {
  const time = madeAt.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${dice.hex(3)}-8${dice.hex(3)}-${dice.hex(12)}`;
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function ulid(dice: Dice, madeAt: number): string {
  let [time, left] = ['', madeAt];
  for (let at = 0; at < 10; at += 1) {
    time = `${crockford[left % 32] ?? '0'}${time}`;
    left = Math.floor(left / 32);
  }
  return time + dice.text(crockford, 16);
}

function spokenDate(madeAt: number): string {
  const [, day, month, year] = new Date(madeAt).toUTCString().split(' ');
  return `${day} ${month} ${year}`;
}
