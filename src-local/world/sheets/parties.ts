import { seededRandomness, type Randomness } from '../randomness.ts';
import type { SheetKind, Subject, SheetRecipe } from './sheet.ts';
import { countries, digits, type Country, type CountryCode } from './countries.ts';

export interface Company {
  readonly name: string;
  readonly address: string;
  readonly country: Country;
  /** Which of the marks is its logo, and in which of the inks. */
  readonly mark: number;
  readonly ink: number;
  /** Its numbers begin with these: "HPF". */
  readonly initials: string;
  /** The same on all that it writes: another account would be news. */
  readonly taxNumber: string;
  readonly account: string;
  readonly registered: string;
}

/** Picks a company that writes such documents about this subject. None of them exists. */
export function pickCompanyFor(kind: SheetKind, about: Subject, dice: Randomness): Company {
  return pickCompany(listCompaniesFor(kind, about), dice);
}

/** Picks a company that writes in a language that the readers do not support. */
export function pickForeignCompany(code: 'FI' | 'DK', dice: Randomness): Company {
  return pickCompany(abroad[code], dice);
}

/** Lists the companies that write such documents about this subject. */
export function listCompaniesFor(kind: SheetKind, about: Subject): Companies {
  const isTradeOfItsOwn = kind !== 'delivery note' || about === 'food' || about === 'milk';
  return isTradeOfItsOwn ? companies[about] : wholesale;
}

function pickCompany(all: readonly [Company, ...Company[]], dice: Randomness): Company {
  return all[dice.integer(all.length)] ?? all[0];
}

type Companies = readonly [Company, ...Company[]];

/** A tenant gets its documents from a few companies, as in life. */
const freight: Companies = [
  company('Harrow & Pike Freight Ltd', 'Dock Road 14, Felixstowe IP11 3SX', 'GB', 0, 0),
  company('Blue Fjord Lines AS', 'Skuteviksboder 21, 5035 Bergen', 'NO', 1, 1),
  company('Rijnmond Binnenvaart B.V.', 'Waalhaven Zuid 118, 3088 HH Rotterdam', 'NL', 2, 2),
  company('Spedition Albrecht Söhne GmbH', 'Veddeler Damm 40, 20457 Hamburg', 'DE', 3, 3),
  company('Messageries du Rhône SARL', '9 quai Perrache, 69002 Lyon', 'FR', 4, 4),
  company('Great Lakes Drayage Inc.', '2200 Dock Street, Toledo, OH 43609', 'US', 0, 5),
  company('Alpenpass Transport AG', 'Güterstrasse 6, 6460 Altdorf', 'CH', 3, 1),
  company('Shannon Air Cargo Ltd', 'Freight Hall 2, Shannon V14 EE06', 'IE', 1, 2),
];
const fuel: Companies = [
  company('Tarn Valley Fuels Ltd', 'Depot Lane 3, Carlisle CA2 5TP', 'GB', 2, 5),
  company('Waal Truckstop B.V.', 'Merwedekade 77, 3313 LG Dordrecht', 'NL', 4, 0),
  company('Nordkraft Tankstellen GmbH', 'Kieler Straße 301, 22525 Hamburg', 'DE', 0, 4),
  company('Relais des Ardennes SARL', 'Zone du Moulin 2, 08430 Launois', 'FR', 3, 3),
];
const repairs: Companies = [
  company('Bramley Accident Repair Ltd', 'Unit 4, Foundry Yard, Leeds LS12 2QA', 'GB', 3, 1),
  company('Karosserie Lindner GmbH', 'Am Güterbahnhof 12, 70191 Stuttgart', 'DE', 1, 5),
  company('Clearview Motor Repairs Ltd', '61 Station Road, Swindon SN1 1DW', 'GB', 4, 0),
  company('Carrosserie du Port SARL', '28 rue du Bassin, 76600 Le Havre', 'FR', 2, 3),
  company('Oakwheel Body & Paint Ltd', 'Ballymount Cross 5, Dublin D24 X7P3', 'IE', 0, 2),
  company('Penrose Recovery & Repair Ltd', 'The Old Depot, Truro TR1 2XN', 'GB', 2, 4),
];
const building: Companies = [
  company('Marlow & Daughters Builders Ltd', '17 Tanner Street, Bristol BS3 4LU', 'GB', 4, 4),
  company('Aldgate Drying & Restoration Ltd', '3 Canal Reach, London N1C 4BE', 'GB', 1, 0),
  company('Bausanierung Wehling GmbH', 'Lindenweg 9, 49074 Osnabrück', 'DE', 3, 5),
  company('Herstelbouw Kuipers B.V.', 'Ambachtsweg 31, 1422 AD Uithoorn', 'NL', 0, 1),
  company('Severn Property Repairs Ltd', 'Quay House, Gloucester GL1 2LG', 'GB', 2, 2),
];
const food: Companies = [
  company('Fenland Provisions Co-operative Ltd', 'Drove End, Spalding PE12 6DZ', 'GB', 4, 2),
  company('Eendracht Levensmiddelen B.V.', 'Zaanweg 52, 1521 DJ Wormerveer', 'NL', 3, 4),
  company('Sonnenhalde Feinkost eG', 'Talstraße 8, 79102 Freiburg', 'DE', 1, 2),
  company('Le Gall Alimentaire SAS', '4 quai de la Criée, 29730 Guilvinec', 'FR', 0, 1),
  company('Burren Provisions Ltd', 'Carron Cross, Ennis V95 KT20', 'IE', 2, 3),
  company('Furka Lebensmittel AG', 'Dorfplatz 1, 6490 Andermatt', 'CH', 3, 0),
];
const milk: Companies = [
  company('Ballyhoura Dairy Farms Ltd', 'Creamery Road, Kilmallock V35 NX68', 'IE', 1, 1),
  company('Wensley Vale Milk Producers Ltd', 'High Pasture, Leyburn DL8 5AB', 'GB', 4, 2),
  company('Melkcoöperatie Friesland-Oost U.A.', 'Zuivelplein 2, 9203 BG Drachten', 'NL', 2, 0),
];
const supplies: Companies = [
  company('Quarry Street Stationers Ltd', '40 Quarry Street, Guildford GU1 3UY', 'GB', 0, 3),
  company('Papier & Pixel GmbH', 'Torstraße 118, 10119 Berlin', 'DE', 2, 1),
  company('Bureau Central SARL', '15 rue des Carmes, 44000 Nantes', 'FR', 4, 5),
  company('Cedar Point Office Supply Inc.', '510 Harbor Avenue, Sandusky, OH 44870', 'US', 1, 4),
  company('Kontorvarer Nord AS', 'Storgata 90, 9008 Tromsø', 'NO', 3, 2),
];

/** These companies deliver to a warehouse. */
const wholesale: Companies = [
  company('Tamar Trade Wholesale Ltd', 'Estover Road 60, Plymouth PL6 7RG', 'GB', 2, 0),
  company('Großhandel Ehlers & Co. KG', 'Industrieweg 9, 28197 Bremen', 'DE', 0, 3),
  company('Van Rossem Groothandel B.V.', 'Vijfhuizerweg 214, 2141 BJ Vijfhuizen', 'NL', 4, 2),
  company('Comptoir Lorrain SAS', '12 rue des Usines, 57100 Thionville', 'FR', 1, 4),
  company('Vestlandet Engros AS', 'Kanalveien 7, 5068 Bergen', 'NO', 3, 1),
];
/** These are outside the customs union. */
const exporters: Companies = [
  company('Kelham Bearings Ltd', 'Works Lane 11, Sheffield S3 8RY', 'GB', 1, 0),
  company('Halvorsen Verktøy AS', 'Industrigata 30, 2619 Lillehammer', 'NO', 3, 1),
  company('Jura Antriebe AG', 'Werkstrasse 15, 2540 Grenchen', 'CH', 0, 3),
  company('Tri-Rivers Tooling Inc.', '700 Mill Street, Dayton, OH 45402', 'US', 2, 5),
];
const abroad: Readonly<Record<'FI' | 'DK', Companies>> = {
  FI: [
    company('Saimaan Tavaratalo Oy', 'Satamakatu 14, 53900 Lappeenranta', 'FI', 3, 1),
    company('Pohjanlahden Palvelu Oy', 'Rantatie 3, 65100 Vaasa', 'FI', 1, 4),
  ],
  DK: [
    company('Limfjordens Varehus ApS', 'Havnegade 22, 9000 Aalborg', 'DK', 2, 3),
    company('Sydfyn Service A/S', 'Toldbodvej 5, 5700 Svendborg', 'DK', 4, 0),
  ],
};

const companies: Readonly<Record<Subject, Companies>> = {
  freight,
  fuel,
  repairs,
  building,
  food,
  milk,
  supplies,
  customs: exporters,
  return: supplies,
  claim: repairs,
  damage: building,
  inspection: food,
};

function company(name: string, address: string, code: CountryCode, mark: number, ink: number): Company {
  const country = countries[code];
  const dice = seededRandomness(name);
  return {
    name,
    address: `${address}, ${country.name}`,
    country,
    mark,
    ink,
    initials: name.replaceAll(/[^A-Z]/g, '').slice(0, 3),
    taxNumber: country.taxNumber(dice),
    account: country.account(dice),
    registered: digits(dice, 8),
  };
}

/** Returns the address for a tenant's post, or for its goods. */
export function formatAddress({
  recipient,
  kind,
}: Pick<SheetRecipe, 'recipient' | 'kind'>): readonly [string, string] {
  const [office, warehouse, town] = known.get(recipient) ?? elsewhere;
  return [kind === 'delivery note' ? warehouse : office, town];
}

type Addresses = readonly [office: string, warehouse: string, town: string];

const known = new Map<string, Addresses>([
  [
    'Northwind Logistics',
    ['Accounts Payable, Quay 7', 'Goods inward, Quay 7, Shed B', '3011 Rotterdam, Netherlands'],
  ],
  [
    'Alder & Finch Insurance',
    ['Claims Settlement, 40 Wren Street', 'Post room, 40 Wren Street', 'Bristol BS1 4QT, United Kingdom'],
  ],
  ['Kestrel Foods', ['Purchasing, Mill Lane 2', 'Goods inward, Mill Lane 2', 'Wexford Y35 K7X2, Ireland']],
]);
const elsewhere: Addresses = [
  'Accounts Payable, 8 Exchange Court',
  'Goods inward, 8 Exchange Court',
  'Leeds LS1 5QS, United Kingdom',
];
const shortened = new Map([
  ['Northwind Logistics', 'NW'],
  ['Alder & Finch Insurance', 'AF'],
  ['Kestrel Foods', 'KF'],
]);

/** "NW" of "Northwind Logistics": what its order numbers begin with. */
export function formatInitials(recipient: string): string {
  const short = shortened.get(recipient);
  if (short) return short;
  const capitals = recipient.replaceAll(/[^A-Z]/g, '').slice(0, 2);
  return capitals.length === 2
    ? capitals
    : `${recipient.replaceAll(/[^A-Za-z]/g, '').slice(0, 2)}PO`.slice(0, 2).toUpperCase();
}

/** Picks a person who fills a form in. */
export function pickPerson(dice: Randomness): string {
  return pick(dice, people);
}

/** Picks a person's home address. */
export function pickHome(dice: Randomness): string {
  return pick(dice, homes);
}

/** Picks a road where cars meet. */
export function pickRoad(dice: Randomness): string {
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
