import type { Randomness } from '../../randomness.ts';
import type { Form } from '../fields-of.ts';
import { hashOf, throwOf } from '../throws.ts';
import type { Company } from './companies.ts';
import type { Sitting } from './contents.ts';
import { digits, type Country } from './countries.ts';
import type { AddedLines } from './lines-of.ts';
import { homeFrom, pick, roadFrom } from './people.ts';
import { initialsOf } from './recipients.ts';
import { writtenAmount, writtenDay } from './written.ts';

interface Asked {
  readonly sitting: Sitting;
  readonly dice: Randomness;
  readonly company: Company;
  readonly country: Country;
  readonly number: string;
  /** Who fills it in, and signs it. */
  readonly person: string;
  readonly added: AddedLines;
}

/** What somebody has filled in, sums apart. */
export function answersFor(form: Form, asked: Asked): Record<string, string> {
  return answers[form](asked);
}

export const titles: Readonly<
  Record<Form, { title: string; subtitle: string; code: string; goods: string }>
> = {
  customs: {
    title: 'CUSTOMS DECLARATION',
    subtitle: 'Entry of goods for free circulation',
    code: 'CD4',
    goods: 'Description of goods',
  },
  return: {
    title: 'RETURN OF GOODS',
    subtitle: 'To be enclosed with the goods',
    code: 'RG1',
    goods: 'Goods returned',
  },
  claim: {
    title: 'MOTOR CLAIM',
    subtitle: 'Statement of the policyholder',
    code: 'MC7',
    goods: 'Cost claimed',
  },
  damage: {
    title: 'PROPERTY DAMAGE',
    subtitle: 'Statement of the policyholder',
    code: 'PD3',
    goods: 'Cost claimed',
  },
  inspection: {
    title: 'GOODS INSPECTION',
    subtitle: 'Incoming goods, chilled and ambient',
    code: 'GI2',
    goods: 'Goods',
  },
};

const answers: Readonly<Record<Form, (asked: Asked) => Record<string, string>>> = {
  customs: ({ sitting, dice, company, country, number, added }) => ({
    declarant: sitting.recipe.recipient,
    exporter: company.name,
    declarationNumber: number,
    eoriNumber: `NL${eoriOf(sitting.recipe.recipient)}`,
    arrivedOn: day(sitting.day - 1 - dice.integer(4), country),
    declaredOn: day(sitting.day, country),
    tariffCode: added.first?.tariffCode ?? '9905 00 00',
    originCountry: company.country.name,
    weightKg: writtenAmount(added.pieces * (6 + dice.integer(22)), 1, country.separators),
  }),
  return: ({ sitting, dice, country, number, person }) => ({
    customer: person,
    returnNumber: number,
    orderNumber: `${initialsOf(sitting.recipe.recipient)}-${digits(dice, 6)}`,
    deliveredOn: day(sitting.day - 3 - dice.integer(11), country),
    returnedOn: day(sitting.day, country),
    reason: sitting.say(pick(dice, reasons)),
    iban: country.account(dice),
  }),
  claim: (asked) => ({
    ...claimant(asked, 'M', 'accidentOn'),
    place: roadFrom(asked.dice),
    vehicle: registrationMark(asked.dice),
    mileage: digits(asked.dice, 5),
  }),
  damage: (asked) => ({
    ...claimant(asked, 'P', 'damagedOn'),
    place: homeFrom(asked.dice),
    cause: asked.sitting.say(pick(asked.dice, causes)),
  }),
  inspection: ({ sitting, dice, company, country, number, person }) => ({
    supplier: company.name,
    receiptNumber: number,
    receivedOn: day(sitting.day - dice.integer(2), country),
    inspectedOn: day(sitting.day, country),
    inspector: person,
    lot: `L${digits(dice, 7)}`,
    temperature: `${2 + dice.integer(5)}${country.separators[1]}${dice.integer(10)}`,
  }),
};

const reasons = ['Damaged in transit', 'Wrong article', 'Too many', 'Does not work', 'No longer needed'];
const causes = ['Burst pipe', 'Storm', 'Fire in kitchen', 'Break-in', 'Lightning', 'Subsidence'];

/** A declarant has one number, whatever is declared. */
function eoriOf(recipient: string): number {
  return 100_000_000 + Math.floor(throwOf(hashOf(recipient), 1) * 900_000_000);
}

/** Two letters, a year, three letters, of those that are given out. */
function registrationMark(dice: Randomness): string {
  const letters = Array.from({ length: 5 }, () => plateLetters.charAt(dice.integer(plateLetters.length)));
  const year = pick(dice, ['17', '18', '19', '21', '22', '23', '24', '67', '68', '70', '71', '73', '74']);
  return `${letters.slice(0, 2).join('')}${year} ${letters.slice(2).join('')}`;
}
const plateLetters = 'ABCDEFGHJKLMNOPRSTUVWXY';

function claimant(
  { sitting, dice, country, number, person }: Asked,
  branch: 'M' | 'P',
  happened: 'accidentOn' | 'damagedOn',
): Record<string, string> {
  return {
    policyholder: person,
    policyNumber: `${initialsOf(sitting.recipe.recipient)}-${digits(dice, 5)}-${branch}`,
    claimNumber: number,
    [happened]: day(sitting.day - 1 - dice.integer(12), country),
    reportedOn: day(sitting.day, country),
    iban: country.account(dice),
  };
}

function day(number: number, country: Country): string {
  return writtenDay(number, country.dates);
}
