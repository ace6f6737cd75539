import type { Randomness } from '../../randomness.ts';
import { formOf, type Form } from '../fields-of.ts';
import { companyFor } from './companies.ts';
import type { Draft } from './contents.ts';
import { countries, digits, type Country } from './countries.ts';
import { answersFor, titles } from './form-answers.ts';
import { linesOf } from './lines-of.ts';
import { personFrom } from './people.ts';
import type { Sitting } from './sitting.ts';
import { writtenAmount, writtenRate } from './written.ts';

export function formDraft(sitting: Sitting, dice: Randomness): Draft {
  const { recipe, about, lineCount } = sitting;
  const form = formOf(recipe);
  const isWeighed = form === 'inspection';
  const country = countryOf(form);
  const { separators } = country;
  const { lines, sum } = linesOf(dice, about, lineCount, { isWeighed, separators });
  const [change, sign] = changeOf(form, sum, dice);
  const places = isWeighed ? 1 : 2;
  const written = (amount: number): string => writtenAmount(amount, places, separators);
  const [first, second, third] = sumsOf[form];
  const company = companyFor(about, dice);
  const isOwnPaper = form !== 'customs';
  const number = `${titles[form].code}-${digits(dice, 6)}`;
  return {
    title: titles[form].title,
    number,
    values: {
      ...answersFor(form, { sitting, dice, company, country, number }),
      [first]: written(sum),
      [second]: written(change),
      [third]: written(sum + sign * change),
    },
    ...(form === 'customs' && {
      labels: { duty: `Duty ${writtenRate(dutyPerMille, separators)}` },
      taxPerMille: dutyPerMille,
    }),
    columns: isWeighed
      ? ['Goods', 'Units', 'Each, kg', 'Weight, kg']
      : [titles[form].goods, 'Qty', `Each, ${country.sign}`, `Amount, ${country.sign}`],
    lines,
    issuer: {
      text: isOwnPaper ? recipe.recipient : 'Customs and Excise Service',
      address: titles[form].subtitle,
      mark: isOwnPaper ? recipe.recipient.length % 5 : 3,
      ink: isOwnPaper ? recipe.recipient.length % 6 : 4,
    },
    foot: {
      heading: 'Declaration',
      entries: [{ label: 'Signed', value: 'What I have stated here is complete and true to my knowledge.' }],
    },
    note: `Form ${titles[form].code} 12/2025. Keep a copy for your records.`,
    signature: personFrom(dice),
    places,
    separators,
  };
}

const dutyPerMille = 45;

/** Which fields the lines add up to, what is added or taken off, and what is left. */
const sumsOf: Readonly<Record<Form, readonly [string, string, string]>> = {
  customs: ['goodsValue', 'duty', 'dutiableValue'],
  return: ['goodsValue', 'handling', 'refund'],
  claim: ['costs', 'excess', 'claimed'],
  damage: ['costs', 'excess', 'claimed'],
  inspection: ['receivedWeight', 'rejectedWeight', 'acceptedWeight'],
};

function changeOf(form: Form, sum: number, dice: Randomness): [change: number, sign: 1 | -1] {
  if (form === 'customs') return [Math.round((sum * dutyPerMille) / 1_000), 1];
  if (form === 'inspection') return [Math.round(sum * dice.unit() * 0.06), -1];
  const usual = form === 'return' ? 1_250 : [10_000, 15_000, 25_000, 50_000][dice.integer(4)];
  return [Math.min(usual ?? 0, Math.floor(sum / 4)), -1];
}

function countryOf(form: Form): Country {
  if (form === 'customs') return countries.NL;
  return form === 'inspection' ? countries.IE : countries.GB;
}
