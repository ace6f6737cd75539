import type { Randomness } from '../../randomness.ts';
import { companyFor, foreignCompany } from './companies.ts';
import type { Draft, Sitting } from './contents.ts';
import { digits } from './countries.ts';
import { weighedGoodsFor } from './goods.ts';
import { linesOf } from './lines-of.ts';
import { personFrom, pick } from './people.ts';
import { initialsOf } from './recipients.ts';
import { writtenAmount, writtenDay } from './written.ts';

export function deliveryDraft(sitting: Sitting, dice: Randomness): Draft {
  const { recipe, about, lineCount, day, language, say } = sitting;
  const company = language ? foreignCompany(language.country, dice) : companyFor(recipe.kind, about, dice);
  const [carrier, vehicles] = carriers[dice.integer(carriers.length)] ?? carriers[0];
  const { country } = company;
  const { separators } = country;
  const { lines, sum, pieces } = linesOf(dice, weighedGoodsFor(about, language), lineCount, 1, separators);
  const packaging = Math.round(sum * (0.03 + dice.unit() * 0.05)) + 1;
  const number = `${company.initials}-D${digits(dice, 6)}`;
  const weight = (tenths: number): string => writtenAmount(tenths, 1, separators);
  return {
    title: say('DELIVERY NOTE'),
    number,
    values: {
      supplier: company.name,
      customer: recipe.recipient,
      deliveryNumber: number,
      deliveryDate: writtenDay(day, country.dates),
      orderNumber: `${initialsOf(recipe.recipient)}-${digits(dice, 5)}`,
      orderDate: writtenDay(day - 2 - dice.integer(9), country.dates),
      carrier,
      packages: String(pieces),
      netWeight: weight(sum),
      packagingWeight: weight(packaging),
      grossWeight: weight(sum + packaging),
    },
    labels: {
      netWeight: say('Net weight, kg'),
      packagingWeight: say('Packaging, kg'),
      grossWeight: say('Gross weight, kg'),
    },
    columns: [say('Article'), say('Packages'), say('Each, kg'), say('Weight, kg')],
    lines,
    issuer: {
      name: 'supplier',
      text: company.name,
      address: company.address,
      mark: company.mark,
      ink: company.ink,
    },
    foot: {
      heading: say('Received in good order'),
      entries: [
        { label: say('Vehicle'), value: pick(dice, vehicles) },
        { label: say('Driver'), value: personFrom(dice) },
      ],
    },
    note: say(note),
    signature: personFrom(dice),
    places: 1,
    separators,
  };
}

const note =
  'Goods remain ours until they are paid for. Damage is to be noted here before the driver leaves.';
/** Each with some of its vehicles. */
const carriers = [
  ['Pelham Haulage', ['KX26 TNB', 'KX25 LRO', 'KW74 DHE']],
  ['Nordweg Spedition', ['HH-NW 418', 'HH-NW 552', 'HB-NS 207']],
  ['Transports Vasseur', ['GD-415-TV', 'GK-082-TV', 'FX-731-VR']],
  ['Kade & Zoon', ['V-38-TLB', 'V-91-KZN', '62-BKD-4']],
  ['Dunmore Transport', ['261-D-5318', '252-KE-740', '241-C-9926']],
] as const;
