import type { Subject } from './sheet.ts';
import type { Country } from './countries.ts';
import type { Language } from './languages.ts';

/** Goods for a line: the range of its unit price or weight, in the smallest unit, and of its quantity. */
export interface Goods {
  readonly description: string;
  readonly unit: readonly [from: number, to: number];
  readonly quantity: readonly [from: number, to: number];
  /** Customs file it under this code. */
  readonly tariffCode?: string;
}

/** Returns what a company of that country sells. Prices are in cents. */
export function listGoods(about: Subject, country: Country, language?: Language): readonly Goods[] {
  if (language) {
    return takesServices.has(about)
      ? named(language.services, 2_600, 1_900, 6)
      : named(language.wares, 1_600, 2_300, 30);
  }
  return about === 'freight' ? freightFrom(country) : (priced[about] ?? supplies);
}

/** Returns the goods that are weighed on arrival, in tenths of a kilogram. */
export function weighedGoodsFor(about: Subject, language?: Language): readonly Goods[] {
  if (language) return named(language.wares, 60, 35, 40);
  if (about === 'milk') return weighedMilk;
  return about === 'food' || about === 'inspection' ? weighedGroceries : weighedWares;
}

const takesServices: ReadonlySet<Subject> = new Set(['freight', 'repairs', 'building', 'claim', 'damage']);

/** The next of the list is dearer, or heavier, than the one before. */
function named(names: readonly string[], least: number, step: number, most: number): readonly Goods[] {
  return names.map((name, at) => goods(name, least + at * step, least + (at + 1) * step, 1, most));
}

/** Everybody drives from where they are. */
function freightFrom({ name }: Country): readonly Goods[] {
  const known = freightByCountry.get(name);
  if (known) return known;
  const [near, far] = routes.get(name) ?? ['Rotterdam to Felixstowe', 'Hamburg to Duisburg'];
  const all = [
    goods(`Linehaul ${near}`, 42_000, 78_000, 1, 4),
    goods(`Linehaul ${far}`, 51_000, 89_000, 1, 3),
    ...freight,
  ];
  freightByCountry.set(name, all);
  return all;
}
const freightByCountry = new Map<string, readonly Goods[]>();

const routes = new Map([
  ['United Kingdom', ['Rotterdam to Felixstowe', 'Felixstowe to Coventry']],
  ['Ireland', ['Shannon to Frankfurt', 'Shannon to Amsterdam']],
  ['Netherlands', ['Rotterdam to Duisburg', 'Rotterdam to Basel']],
  ['Germany', ['Hamburg to Duisburg', 'Hamburg to Rotterdam']],
  ['France', ['Lyon to Antwerp', 'Lyon to Rotterdam']],
  ['Switzerland', ['Altdorf to Milan', 'Altdorf to Rotterdam']],
  ['Norway', ['Bergen to Aberdeen', 'Bergen to Rotterdam']],
  ['United States', ['Toledo to Chicago', 'Toledo to Montreal']],
] satisfies [string, [string, string]][]);

const freight = [
  goods('Fuel surcharge', 6_000, 24_000, 1, 1),
  goods('Customs clearance, T1', 8_500, 11_000, 1, 4),
  goods('Demurrage, days', 9_500, 14_000, 1, 6),
  goods('Pallet handling', 640, 1_150, 8, 66),
  goods('Container lift on / lift off', 4_200, 6_800, 1, 6),
  goods('Port security charge', 1_250, 1_900, 1, 8),
  goods('Reefer plug-in, days', 3_800, 5_400, 1, 5),
  goods('Waiting time, hours', 4_500, 6_200, 1, 7),
  goods('Weighing (VGM)', 2_900, 4_400, 1, 4),
  goods('Groupage, per 100 kg', 1_180, 2_350, 4, 48),
  goods('Tail-lift delivery', 3_500, 5_900, 1, 9),
  goods('Documentation fee', 2_500, 4_500, 1, 2),
];
const fuel = [
  goods('Diesel B7, per 100 litres', 12_800, 15_400, 2, 40),
  goods('HVO100, per 100 litres', 17_900, 20_600, 1, 18),
  goods('AdBlue, 10 litres', 690, 1_240, 1, 24),
  goods('Gas oil, marked, per 100 litres', 9_200, 11_600, 2, 30),
  goods('Motorway toll, passage', 1_460, 4_820, 1, 22),
  goods('Truck wash, tractor and trailer', 5_200, 7_900, 1, 6),
  goods('Secure parking, nights', 1_800, 3_100, 1, 12),
  goods('Engine oil 10W-40, 20 litres', 8_400, 11_900, 1, 4),
  goods('Screenwash, 25 litres', 1_900, 3_200, 1, 10),
  goods('Fuel card fee', 150, 350, 4, 40),
];
const repairs = [
  goods('Front bumper cover, primed', 18_900, 42_500, 1, 1),
  goods('Headlamp, left', 24_000, 68_000, 1, 1),
  goods('Wing, right, steel', 14_500, 28_800, 1, 1),
  goods('Labour, body shop, hours', 5_400, 8_600, 1, 14),
  goods('Labour, paint shop, hours', 5_800, 9_200, 1, 11),
  goods('Paint and materials', 9_800, 31_000, 1, 1),
  goods('Windscreen, acoustic, heated', 38_000, 71_000, 1, 1),
  goods('Camera calibration', 14_500, 22_000, 1, 1),
  goods('Courtesy car, days', 2_600, 4_100, 2, 14),
  goods('Recovery and storage, days', 2_200, 3_900, 1, 9),
  goods('Clips and small parts', 120, 480, 4, 40),
  goods('Door skin, rear left', 21_000, 39_500, 1, 1),
  goods('Wheel alignment', 7_400, 11_800, 1, 1),
];
const building = [
  goods('Drying equipment, days', 3_400, 5_800, 4, 28),
  goods('Roof tiles, replaced', 480, 1_150, 20, 260),
  goods('Plasterboard, supplied and fixed, m²', 2_450, 3_900, 4, 60),
  goods('Plumber, hours', 5_200, 7_800, 2, 16),
  goods('Electrician, hours', 5_600, 8_400, 1, 12),
  goods('Skip hire, 6 yd³', 21_500, 29_000, 1, 3),
  goods('Double glazed unit, 1200 × 900', 18_800, 32_000, 1, 6),
  goods('Oak flooring, laid, m²', 6_900, 11_200, 6, 48),
  goods('Mould treatment, m²', 1_400, 2_600, 5, 70),
  goods('Scaffolding, weeks', 24_000, 41_000, 1, 5),
  goods('Site survey and moisture report', 16_500, 27_500, 1, 1),
];
const food = [
  goods('Carrots, washed, 10 kg', 690, 1_080, 10, 120),
  goods('Wheat flour T65, 25 kg', 1_420, 2_150, 8, 80),
  goods('Rapeseed oil, 10 litres', 1_980, 2_760, 4, 60),
  goods('Brown lentils, 5 kg', 890, 1_340, 6, 48),
  goods('Mature cheddar, block, 5 kg', 3_400, 4_650, 2, 36),
  goods('Sea salt, fine, 12.5 kg', 740, 1_120, 2, 24),
  goods('Tomato passata, 6 × 2.5 kg', 1_560, 2_240, 4, 90),
  goods('Free-range egg, liquid, 10 kg', 2_380, 3_150, 4, 40),
  goods('Onions, diced, frozen, 10 kg', 980, 1_460, 6, 72),
  goods('Sardines in brine, 24 tins', 2_890, 3_980, 2, 30),
  goods('Euro pallet deposit', 1_500, 1_500, 1, 22),
];
const supplies = [
  goods('Copier paper A4, 5 reams', 1_790, 2_690, 2, 40),
  goods('Archive boxes, pack of 10', 2_140, 3_280, 1, 18),
  goods('Toner cartridge, black', 5_900, 11_800, 1, 8),
  goods('Label roll 100 × 150, 500 labels', 990, 1_680, 4, 60),
  goods('Desk lamp, LED', 3_400, 6_900, 1, 12),
  goods('Packing tape, 36 rolls', 2_980, 4_450, 1, 14),
  goods('Document wallets, pack of 50', 620, 1_190, 2, 25),
  goods('Office chair, mesh back', 14_900, 26_500, 1, 6),
  goods('Shredder bags, roll of 40', 1_250, 1_980, 1, 10),
  goods('Ring binders, A4, pack of 10', 1_490, 2_350, 1, 20),
];
const customs = [
  { ...goods('Machine parts of steel, carton', 4_200, 18_500, 2, 48), tariffCode: '8487 90 59' },
  { ...goods('Bearings, ball, 6204', 310, 890, 20, 400), tariffCode: '8482 10 90' },
  { ...goods('Electric motors, 750 W', 9_800, 17_600, 2, 24), tariffCode: '8501 40 20' },
  { ...goods('Cable harness, assembled', 1_850, 4_900, 10, 120), tariffCode: '8544 42 90' },
  { ...goods('Hand tools, set', 2_240, 6_400, 5, 60), tariffCode: '8206 00 00' },
  { ...goods('Gearboxes, 1:40', 12_400, 31_000, 1, 12), tariffCode: '8483 40 25' },
  { ...goods('Shaft couplings', 1_450, 3_900, 6, 80), tariffCode: '8483 60 20' },
  { ...goods('Drill bits, HSS, box', 890, 2_650, 10, 150), tariffCode: '8207 50 60' },
  { ...goods('Hydraulic hoses, 2 m', 980, 2_400, 8, 90), tariffCode: '4009 22 00' },
];

const priced: Readonly<Partial<Record<Subject, readonly Goods[]>>> = {
  freight,
  fuel,
  repairs,
  building,
  food,
  milk: food,
  customs,
  claim: repairs,
  damage: building,
};

const weighedMilk = [
  goods('Whole milk, raw, tank', 8_900, 24_800, 1, 3),
  goods('Skimmed milk, IBC', 9_600, 10_300, 1, 8),
  goods('Cream 40 %, drum', 1_860, 1_990, 1, 14),
  goods('Buttermilk, IBC', 9_450, 9_900, 1, 4),
  goods('Butter, unsalted, 25 kg', 250, 254, 4, 60),
  goods('Whey concentrate, IBC', 10_100, 10_800, 1, 6),
  goods('Milk powder, 25 kg', 251, 256, 8, 40),
  goods('Semi-skimmed milk, IBC', 9_700, 10_350, 1, 6),
  goods('Crème fraîche, 10 kg', 101, 104, 6, 40),
];

/** "Carrots, washed, 10 kg" in cartons of a little more than it says. */
const weighedGroceries = [
  goods('Carrots, washed, 10 kg', 101, 104, 10, 120),
  goods('Wheat flour T65, 25 kg', 251, 253, 8, 80),
  goods('Rapeseed oil, canister', 92, 97, 4, 60),
  goods('Mature cheddar, block, 5 kg', 50, 53, 2, 36),
  goods('Tomato passata, carton', 154, 159, 4, 90),
  goods('Onions, diced, frozen, 10 kg', 101, 103, 6, 72),
  goods('Sardines in brine, tray', 41, 44, 2, 30),
  goods('Brown lentils, 5 kg', 50, 52, 6, 48),
  goods('Sea salt, fine, 12.5 kg', 126, 128, 2, 24),
];
const weighedWares = [
  goods('Bearings, boxed', 62, 118, 4, 80),
  goods('Cable drums, 100 m', 284, 466, 2, 18),
  goods('Machine parts, crate', 1_240, 3_880, 1, 6),
  goods('Ceramic tiles, carton', 172, 214, 10, 96),
  goods('Paper, reels', 2_100, 4_600, 1, 12),
  goods('Paint, 12 tins', 148, 193, 4, 48),
  goods('Household linen, carton', 74, 126, 6, 90),
  goods('Hand tools, carton', 88, 164, 3, 40),
  goods('Garden furniture, flat-packed', 236, 390, 2, 24),
];

function goods(description: string, from: number, to: number, fewest: number, most: number): Goods {
  return { description, unit: [from, to], quantity: [fewest, most] };
}
