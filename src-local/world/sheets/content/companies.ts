import type { Randomness } from '../../randomness.ts';
import type { Subject } from '../sheet.ts';
import { countries, type Country, type CountryCode } from './countries.ts';

export interface Company {
  readonly name: string;
  readonly address: string;
  readonly country: Country;
  /** Which of the marks is its logo, and in which of the inks. */
  readonly mark: number;
  readonly ink: number;
  /** In its numbers: "HPF". */
  readonly initials: string;
}

/** Who writes documents about that. None of them exists. */
export function companyFor(about: Subject, dice: Randomness): Company {
  const all = companies[about];
  return all[dice.integer(all.length)] ?? nobody;
}

/** Who writes a document to a tenant is one of a few, as in life. */
const freight = [
  company('Harrow & Pike Freight Ltd', 'Dock Road 14, Felixstowe IP11 3SX', 'GB', 0, 0),
  company('Blue Fjord Lines AS', 'Skuteviksboder 21, 5035 Bergen', 'NO', 1, 1),
  company('Rijnmond Binnenvaart B.V.', 'Waalhaven Zuid 118, 3088 HH Rotterdam', 'NL', 2, 2),
  company('Spedition Albrecht Söhne GmbH', 'Veddeler Damm 40, 20457 Hamburg', 'DE', 3, 3),
  company('Messageries du Rhône SARL', '9 quai Perrache, 69002 Lyon', 'FR', 4, 4),
  company('Great Lakes Drayage Inc.', '2200 Dock Street, Toledo, OH 43609', 'US', 0, 5),
  company('Alpenpass Transport AG', 'Güterstrasse 6, 6460 Altdorf', 'CH', 3, 1),
  company('Shannon Air Cargo Ltd', 'Freight Hall 2, Shannon V14 EE06', 'IE', 1, 2),
];
const fuel = [
  company('Tarn Valley Fuels Ltd', 'Depot Lane 3, Carlisle CA2 5TP', 'GB', 2, 5),
  company('Waal Bunkering B.V.', 'Merwedekade 77, 3313 LG Dordrecht', 'NL', 4, 0),
  company('Nordkraft Tankstellen GmbH', 'Kieler Straße 301, 22525 Hamburg', 'DE', 0, 4),
  company('Prairie Truck Stops LLC', '88 Interstate Drive, Salina, KS 67401', 'US', 3, 3),
];
const repairs = [
  company('Bramley Accident Repair Ltd', 'Unit 4, Foundry Yard, Leeds LS12 2QA', 'GB', 3, 1),
  company('Karosserie Lindner GmbH', 'Am Güterbahnhof 12, 70191 Stuttgart', 'DE', 1, 5),
  company('Clearview Autoglass Ltd', '61 Station Road, Swindon SN1 1DW', 'GB', 4, 0),
  company('Carrosserie du Port SARL', '28 rue du Bassin, 76600 Le Havre', 'FR', 2, 3),
  company('Oakwheel Body & Paint Ltd', 'Ballymount Cross 5, Dublin D24 X7P3', 'IE', 0, 2),
  company('Penrose Recovery Services Ltd', 'The Old Depot, Truro TR1 2XN', 'GB', 2, 4),
];
const building = [
  company('Marlow & Daughters Builders Ltd', '17 Tanner Street, Bristol BS3 4LU', 'GB', 4, 4),
  company('Aldgate Drying & Restoration Ltd', '3 Canal Reach, London N1C 4BE', 'GB', 1, 0),
  company('Dachdeckerei Wehrmann GmbH', 'Lindenweg 9, 49074 Osnabrück', 'DE', 3, 5),
  company('Loodgietersbedrijf Kuipers B.V.', 'Ambachtsweg 31, 1422 AD Uithoorn', 'NL', 0, 1),
  company('Severn Glazing Co. Ltd', 'Quay House, Gloucester GL1 2LG', 'GB', 2, 2),
];
const food = [
  company('Fenland Growers Co-operative Ltd', 'Drove End, Spalding PE12 6DZ', 'GB', 4, 2),
  company("Molen d'Eendracht B.V.", 'Zaanweg 52, 1521 DJ Wormerveer', 'NL', 3, 4),
  company('Hofgut Sonnenhalde eG', 'Talstraße 8, 79102 Freiburg', 'DE', 1, 2),
  company('Conserverie Le Gall SAS', '4 quai de la Criée, 29730 Guilvinec', 'FR', 0, 1),
  company('Burren Cheesemakers Ltd', 'Carron Cross, Ennis V95 KT20', 'IE', 2, 3),
  company('Alpkäserei Furka AG', 'Dorfplatz 1, 6490 Andermatt', 'CH', 3, 0),
];
const milk = [
  company('Ballyhoura Dairy Farms Ltd', 'Creamery Road, Kilmallock V35 NX68', 'IE', 1, 1),
  company('Wensley Vale Milk Producers Ltd', 'High Pasture, Leyburn DL8 5AB', 'GB', 4, 2),
  company('Melkcoöperatie Friesland-Oost U.A.', 'Zuivelplein 2, 9203 BG Drachten', 'NL', 2, 0),
];
const supplies = [
  company('Quarry Street Stationers Ltd', '40 Quarry Street, Guildford GU1 3UY', 'GB', 0, 3),
  company('Papier & Pixel GmbH', 'Torstraße 118, 10119 Berlin', 'DE', 2, 1),
  company('Bureau Central SARL', '15 rue des Carmes, 44000 Nantes', 'FR', 4, 5),
  company('Cedar Point Office Supply Inc.', '510 Harbor Avenue, Sandusky, OH 44870', 'US', 1, 4),
  company('Kontorvarer Nord AS', 'Storgata 90, 9008 Tromsø', 'NO', 3, 2),
];

const companies: Readonly<Record<Subject, readonly Company[]>> = {
  freight,
  fuel,
  repairs,
  building,
  food,
  milk,
  supplies,
  customs: [...freight, ...supplies],
  return: supplies,
  claim: repairs,
  damage: building,
  inspection: food,
};
const nobody = company('Harrow & Pike Freight Ltd', 'Dock Road 14, Felixstowe IP11 3SX', 'GB', 0, 0);

function company(name: string, address: string, country: CountryCode, mark: number, ink: number): Company {
  const initials = name.replaceAll(/[^A-Z]/g, '').slice(0, 3);
  return { name, address, country: countries[country], mark, ink, initials };
}
