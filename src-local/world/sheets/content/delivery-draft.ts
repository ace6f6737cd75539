import type { Randomness } from '../../randomness.ts';
import { companyFor } from './companies.ts';
import type { Draft } from './contents.ts';
import { digits } from './countries.ts';
import { linesOf } from './lines-of.ts';
import { personFrom, pick } from './people.ts';
import { initialsOf } from './recipients.ts';
import type { Sitting } from './sitting.ts';
import { writtenAmount, writtenDay } from './written.ts';

export function deliveryDraft({ recipe, about, lineCount, day }: Sitting, dice: Randomness): Draft {
  const company = companyFor(about, dice);
  const { country } = company;
  const { separators } = country;
  const { lines, sum, pieces } = linesOf(dice, about, lineCount, { isWeighed: true, separators });
  const packaging = Math.round(sum * (0.03 + dice.unit() * 0.05)) + 1;
  const number = `${company.initials}-D${digits(dice, 6)}`;
  const weight = (tenths: number): string => writtenAmount(tenths, 1, separators);
  return {
    title: 'DELIVERY NOTE',
    number,
    values: {
      supplier: company.name,
      customer: recipe.recipient,
      deliveryNumber: number,
      deliveryDate: writtenDay(day, country.dates),
      orderNumber: `${initialsOf(recipe.recipient)}-${digits(dice, 5)}`,
      orderDate: writtenDay(day - 2 - dice.integer(9), country.dates),
      carrier: pick(dice, carriers),
      packages: String(pieces),
      netWeight: weight(sum),
      packagingWeight: weight(packaging),
      grossWeight: weight(sum + packaging),
    },
    labels: {
      netWeight: 'Net weight, kg',
      packagingWeight: 'Packaging, kg',
      grossWeight: 'Gross weight, kg',
    },
    columns: ['Article', 'Packages', 'Each, kg', 'Weight, kg'],
    lines,
    issuer: {
      name: 'supplier',
      text: company.name,
      address: `${company.address}, ${country.name}`,
      mark: company.mark,
      ink: company.ink,
    },
    foot: {
      heading: 'Received in good order',
      entries: [
        { label: 'Vehicle', value: `${pick(dice, plates)} ${digits(dice, 3)}` },
        { label: 'Driver', value: personFrom(dice) },
      ],
    },
    note: 'Goods remain ours until they are paid for. Damage is to be noted here before the driver leaves.',
    signature: personFrom(dice),
    places: 1,
    separators,
  };
}

const carriers = ['Own vehicle', 'Pelham Haulage', 'Nordweg Spedition', 'Transports Vasseur', 'Kade & Zoon'];
const plates = ['KX26', 'V-TL', 'HH-RA', '26-D', 'GD-41'];
