import type { Randomness } from '../../randomness.ts';
import { formOf, type Form } from '../fields-of.ts';
import { companyFor, foreignCompany } from './companies.ts';
import type { Draft, Sitting } from './contents.ts';
import { countries, digits, type Country } from './countries.ts';
import { answersFor, titles } from './form-answers.ts';
import { goodsFor, weighedGoodsFor } from './goods.ts';
import { linesOf } from './lines-of.ts';
import { personFrom } from './people.ts';
import { filled, writtenAmount, writtenRate } from './written.ts';

export function formDraft(sitting: Sitting, dice: Randomness): Draft {
  const { recipe, about, lineCount, language, say } = sitting;
  const form = formOf(recipe);
  const isWeighed = form === 'inspection';
  const country = language ? countries[language.country] : countryOf(form);
  const { separators } = country;
  const company = language ? foreignCompany(language.country, dice) : companyFor(recipe.kind, about, dice);
  const places = isWeighed ? 1 : 2;
  const goods = isWeighed ? weighedGoodsFor(about, language) : goodsFor(about, country, language);
  const added = linesOf(dice, goods, lineCount, places, separators);
  const { lines, sum } = added;
  const [change, sign] = changeOf(form, sum, dice);
  const written = (amount: number): string => writtenAmount(amount, places, separators);
  const [first, second, third] = sumsOf[form];
  const isOwnPaper = form !== 'customs';
  const { title, subtitle, code, goods: goodsHeading } = titles[form];
  const number = `${code}-${digits(dice, 6)}`;
  const person = personFrom(dice);
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
