import { hashText, throwDie, type Randomness } from '../randomness.ts';
import { pickForm, type Form } from './fields.ts';
import {
  pickCompanyFor,
  pickForeignCompany,
  pickPerson,
  pickHome,
  pick,
  pickRoad,
  formatInitials,
  type Company,
} from './parties.ts';
import type { Draft, Sitting } from './contents.ts';
import { countries, digits, type Country } from './countries.ts';
import { listGoods, weighedGoodsFor } from './goods.ts';
import { draftLines, type AddedLines } from './drafts.ts';
import { filled, writtenAmount, writtenRate, writtenDay } from './written.ts';

export function formDraft(sitting: Sitting, dice: Randomness): Draft {
  const { recipe, about, lineCount, language, say } = sitting;
  const form = pickForm(recipe);
  const isWeighed = form === 'inspection';
  const country = language ? countries[language.country] : findCountry(form);
  const { separators } = country;
  const company = language
    ? pickForeignCompany(language.country, dice)
    : pickCompanyFor(recipe.kind, about, dice);
  const places = isWeighed ? 1 : 2;
  const goods = isWeighed ? weighedGoodsFor(about, language) : listGoods(about, country, language);
  const added = draftLines(dice, goods, lineCount, places, separators);
  const { lines, sum } = added;
  const [change, sign] = pickChange(form, sum, dice);
  const written = (amount: number): string => writtenAmount(amount, places, separators);
  const [first, second, third] = sumsOf[form];
  const isOwnPaper = form !== 'customs';
  const { title, subtitle, code, goods: goodsHeading } = titles[form];
  const number = `${code}-${digits(dice, 6)}`;
  const person = pickPerson(dice);
  return {
    title: say(title),
    number,
    values: {
      ...answersFor(form, { sitting, dice, company, country, number, person, added }),
      [first]: written(sum),
      [second]: written(change),
      [third]: written(sum + sign * change),
    },
    ...(form === 'customs' && {
      labels: { duty: `${say('Duty')} ${writtenRate(dutyPerMille, separators)}` },
      taxPerMille: dutyPerMille,
    }),
    columns: isWeighed
      ? [say('Goods'), say('Units'), say('Each, kg'), say('Weight, kg')]
      : [
          say(goodsHeading),
          say('Qty'),
          `${say('Each')}, ${country.sign}`,
          `${say('Amount')}, ${country.sign}`,
        ],
    lines,
    issuer: {
      text: isOwnPaper ? recipe.recipient : say('Customs and Excise Service'),
      address: say(subtitle),
      mark: isOwnPaper ? recipe.recipient.length % 5 : 3,
      ink: isOwnPaper ? recipe.recipient.length % 6 : 4,
    },
    foot: {
      heading: say('Declaration'),
      entries: [{ label: say('Signed'), value: say(oath) }],
    },
    note: filled(say('Form # 12/2025. Keep a copy for your records.'), code),
    signature: person,
    places,
    separators,
  };
}

const oath = 'What I have stated here is complete and true to my knowledge.';
const dutyPerMille = 45;

/** Which fields the lines add up to, what is added or taken off, and what is left. */
const sumsOf: Readonly<Record<Form, readonly [string, string, string]>> = {
  customs: ['goodsValue', 'duty', 'dutiableValue'],
  return: ['goodsValue', 'handling', 'refund'],
  claim: ['costs', 'excess', 'claimed'],
  damage: ['costs', 'excess', 'claimed'],
  inspection: ['receivedWeight', 'rejectedWeight', 'acceptedWeight'],
};

function pickChange(form: Form, sum: number, dice: Randomness): [change: number, sign: 1 | -1] {
  if (form === 'customs') return [Math.round((sum * dutyPerMille) / 1_000), 1];
  if (form === 'inspection') return [Math.round(sum * dice.unit() * 0.06), -1];
  const usual = form === 'return' ? 1_250 : [10_000, 15_000, 25_000, 50_000][dice.integer(4)];
  return [Math.min(usual ?? 0, Math.floor(sum / 4)), -1];
}

function findCountry(form: Form): Country {
  if (form === 'customs') return countries.NL;
  return form === 'inspection' ? countries.IE : countries.GB;
}

interface Asked {
  readonly sitting: Sitting;
  readonly dice: Randomness;
  readonly company: Company;
  readonly country: Country;
  readonly number: string;
  /** The person who fills it in and signs it. */
  readonly person: string;
  readonly added: AddedLines;
}

/** Returns the answers that were filled in, except for sums. */
function answersFor(form: Form, asked: Asked): Record<string, string> {
  return answers[form](asked);
}

const titles: Readonly<Record<Form, { title: string; subtitle: string; code: string; goods: string }>> = {
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
    eoriNumber: `NL${deriveEoriNumber(sitting.recipe.recipient)}`,
    arrivedOn: day(sitting.day - 1 - dice.integer(4), country),
    declaredOn: day(sitting.day, country),
    tariffCode: added.first?.tariffCode ?? '9905 00 00',
    originCountry: company.country.name,
    weightKg: writtenAmount(added.pieces * (6 + dice.integer(22)), 1, country.separators),
  }),
  return: ({ sitting, dice, country, number, person }) => ({
    customer: person,
    returnNumber: number,
    orderNumber: `${formatInitials(sitting.recipe.recipient)}-${digits(dice, 6)}`,
    deliveredOn: day(sitting.day - 3 - dice.integer(11), country),
    returnedOn: day(sitting.day, country),
    reason: sitting.say(pick(dice, reasons)),
    iban: country.account(dice),
  }),
  claim: (asked) => ({
    ...claimant(asked, 'M', 'accidentOn'),
    place: pickRoad(asked.dice),
    vehicle: registrationMark(asked.dice),
    mileage: digits(asked.dice, 5),
  }),
  damage: (asked) => ({
    ...claimant(asked, 'P', 'damagedOn'),
    place: pickHome(asked.dice),
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
function deriveEoriNumber(recipient: string): number {
  return 100_000_000 + Math.floor(throwDie(hashText(recipient), 1) * 900_000_000);
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
    policyNumber: `${formatInitials(sitting.recipe.recipient)}-${digits(dice, 5)}-${branch}`,
    claimNumber: number,
    [happened]: day(sitting.day - 1 - dice.integer(12), country),
    reportedOn: day(sitting.day, country),
    iban: country.account(dice),
  };
}

function day(number: number, country: Country): string {
  return writtenDay(number, country.dates);
}
