import type { Randomness } from '../../randomness.ts';
import type { Form } from '../fields-of.ts';
import type { Company } from './companies.ts';
import { digits, type Country } from './countries.ts';
import { personFrom, pick, placeFrom } from './people.ts';
import { initialsOf } from './recipients.ts';
import type { Sitting } from './sitting.ts';
import { writtenAmount, writtenDay } from './written.ts';

interface Asked {
  readonly sitting: Sitting;
  readonly dice: Randomness;
  readonly company: Company;
  readonly country: Country;
  readonly number: string;
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
  customs: ({ sitting, dice, company, country, number }) => ({
    declarant: sitting.recipe.recipient,
    exporter: company.name,
    declarationNumber: number,
    eoriNumber: `XI${digits(dice, 12)}`,
    arrivedOn: day(sitting.day - 1 - dice.integer(4), country),
    declaredOn: day(sitting.day, country),
    tariffCode: `${digits(dice, 4)} ${digits(dice, 2)} ${digits(dice, 2)}`,
    originCountry: pick(dice, ['United Kingdom', 'Norway', 'Türkiye', 'Switzerland', 'South Korea']),
    weightKg: writtenAmount(800 + dice.integer(240_000), 1, country.separators),
  }),
  return: ({ sitting, dice, country, number }) => ({
    customer: personFrom(dice),
    returnNumber: number,
    orderNumber: `${initialsOf(sitting.recipe.recipient)}-${digits(dice, 6)}`,
    deliveredOn: day(sitting.day - 3 - dice.integer(11), country),
    returnedOn: day(sitting.day, country),
    reason: pick(dice, [
      'Damaged in transit',
      'Wrong article',
      'Too many',
      'Does not work',
      'No longer needed',
    ]),
    iban: country.account(dice),
  }),
  claim: ({ sitting, dice, country, number }) => ({
    ...claimant(sitting, dice, country, number, 'accidentOn'),
    vehicle: `${dice.code(2).replaceAll(/\d/g, 'K')}${digits(dice, 2)} ${dice.code(3).replaceAll(/\d/g, 'X')}`,
    mileage: digits(dice, 5),
  }),
  damage: ({ sitting, dice, country, number }) => ({
    ...claimant(sitting, dice, country, number, 'damagedOn'),
    cause: pick(dice, ['Burst pipe', 'Storm', 'Fire in kitchen', 'Break-in', 'Lightning', 'Subsidence']),
  }),
  inspection: ({ sitting, dice, company, country, number }) => ({
    supplier: company.name,
    receiptNumber: number,
    receivedOn: day(sitting.day - dice.integer(2), country),
    inspectedOn: day(sitting.day, country),
    inspector: personFrom(dice),
    lot: `L${digits(dice, 7)}`,
    temperature: `${2 + dice.integer(5)}.${dice.integer(10)}`,
  }),
};

function claimant(
  sitting: Sitting,
  dice: Randomness,
  country: Country,
  number: string,
  happened: 'accidentOn' | 'damagedOn',
): Record<string, string> {
  return {
    policyholder: personFrom(dice),
    policyNumber: `${initialsOf(sitting.recipe.recipient)}-${digits(dice, 5)}-${pick(dice, ['M', 'P', 'T'])}`,
    claimNumber: number,
    [happened]: day(sitting.day - 1 - dice.integer(12), country),
    reportedOn: day(sitting.day, country),
    place: placeFrom(dice),
    iban: country.account(dice),
  };
}

function day(number: number, country: Country): string {
  return writtenDay(number, country.dates);
}
