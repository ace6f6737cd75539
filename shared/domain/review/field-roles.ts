import type { Place } from './draft-rules.ts';
import { fieldType } from './normalised-value.ts';

/** The part that a field plays in the rules. */
export type FieldRole =
  | 'supplier'
  | 'customer'
  | 'number'
  | 'purchase order'
  | 'currency'
  | 'iban'
  | 'vat number'
  | "customer's vat number"
  | 'invoice date'
  | 'due date'
  | 'net'
  | 'tax'
  | 'total'
  | 'tax rate'
  /** An amount that is neither in the lines nor a tax: a discount, or a delivery charge. */
  | 'extra amount';

/**
 * The names of fields that the rules understand, in English and German, without spaces, capitals and accents. A field
 * with any other name is checked by its type alone.
 */
const names: Readonly<Record<FieldRole, string>> = {
  supplier:
    'supplier suppliername vendor vendorname seller sellername issuer issuername creditor creditorname carrier ' +
    'contractor lieferant lieferantenname kreditor kreditorname verkaeufer rechnungssteller aussteller absender firma',
  customer:
    'customer customername buyer buyername billto billedto billtoname recipient recipientname receiver invoicee ' +
    'kunde kundenname kaeufer empfaenger rechnungsempfaenger auftraggeber leistungsempfaenger',
  number:
    'invoicenumber invoiceno invoicenr invoiceid documentnumber documentno creditnotenumber billnumber ' +
    'rechnungsnummer rechnungsnr rechnungno belegnummer belegnr gutschriftnummer gutschriftsnummer',
  'purchase order':
    'purchaseorder purchaseordernumber ponumber po pono ordernumber orderno orderreference yourorder ' +
    'bestellnummer bestellnr bestellung auftragsnummer auftragsnr ihrebestellung bestellreferenz',
  currency: 'currency currencycode invoicecurrency waehrung waehrungscode rechnungswaehrung',
  iban: 'iban bankaccount bankaccountnumber supplieriban accountiban bankverbindung kontoverbindung lieferanteniban',
  'vat number':
    'vatnumber vatno vatid vatregistrationnumber suppliervatnumber suppliervatid vendorvatnumber sellervatnumber ' +
    'issuervatnumber taxid ustid ustidnr ustidnummer uid uidnummer umsatzsteuerid umsatzsteueridentifikationsnummer ' +
    'mwstnummer lieferantustid lieferantenustid',
  "customer's vat number":
    'customervatnumber customervatid buyervatnumber buyervatid recipientvatnumber kundeustid kundenustid ' +
    'empfaengerustid kaeuferustid',
  'invoice date':
    'invoicedate issuedate issuedon dateofissue documentdate billdate date rechnungsdatum belegdatum ' +
    'ausstellungsdatum datum',
  'due date':
    'duedate dueon paymentduedate paymentdue payby faelligkeitsdatum faelligkeit faelligam faelligbis zahlbarbis ' +
    'zahlungsziel',
  net:
    'subtotal net nettotal netamount netsum totalnet amountnet taxableamount totalexcludingtax totalexcltax ' +
    'totalexcludingvat totalexclvat netto nettobetrag nettosumme summenetto betragnetto zwischensumme',
  tax:
    'tax taxamount totaltax taxtotal vat vatamount totalvat vattotal salestax gst ust ustbetrag mwst mwstbetrag ' +
    'mehrwertsteuer mehrwertsteuerbetrag umsatzsteuer umsatzsteuerbetrag steuer steuerbetrag',
  total:
    'total totalamount totaldue amountdue grandtotal invoicetotal invoiceamount gross grossamount totalgross ' +
    'totalincludingtax totalinclvat totalincludingvat amountpayable brutto bruttobetrag bruttosumme gesamt ' +
    'gesamtbetrag gesamtsumme gesamtbrutto rechnungsbetrag rechnungssumme endbetrag zahlbetrag',
  'tax rate':
    'taxrate vatrate taxpercent vatpercent steuersatz mwstsatz ustsatz mehrwertsteuersatz umsatzsteuersatz',
  'extra amount':
    'discount totaldiscount rebate deposit shipping shippingcost shippingcosts freight freightcost deliverycharge ' +
    'deliverycosts surcharge rounding prepaid prepayment paid amountpaid rabatt skonto nachlass anzahlung versand ' +
    'versandkosten fracht frachtkosten lieferkosten zuschlag rundung pfand bezahlt',
};

const roles = new Map(
  Object.entries(names).flatMap(([role, list]) =>
    list.split(' ').map((name): [string, FieldRole] => [name, role as FieldRole]),
  ),
);

/** The kinds of types in which a role makes sense: "vat" with the type `money` is a tax, and none with `date`. */
const kinds: Readonly<Record<FieldRole, readonly string[]>> = {
  supplier: ['text', 'enum'],
  customer: ['text', 'enum'],
  number: ['text', 'pattern', 'number'],
  'purchase order': ['text', 'pattern', 'number', 'enum'],
  currency: ['text', 'enum', 'pattern'],
  iban: ['text', 'iban'],
  'vat number': ['text', 'vat', 'pattern'],
  "customer's vat number": ['text', 'vat', 'pattern'],
  'invoice date': ['date', 'text'],
  'due date': ['date', 'text'],
  net: ['money', 'number', 'text'],
  tax: ['money', 'number', 'text'],
  total: ['money', 'number', 'text'],
  'tax rate': ['number', 'text', 'pattern', 'enum'],
  'extra amount': ['money', 'number', 'text'],
};

interface NamedField {
  readonly name: Place;
  readonly type: string | null;
}

/** Returns the role of a field; null if its name is not understood. Several rates make "tax19" and "net_7" of one. */
export function findRole({ name, type }: NamedField): FieldRole | null {
  const { kind } = fieldType(type);
  const plain = plainName(name);
  const role = roles.get(plain) ?? rolesWithRate(plain);
  if (role !== undefined && kinds[role].includes(kind)) return role;
  if (kind === 'iban') return 'iban';
  return kind === 'vat' ? 'vat number' : null;
}

/** Returns the rate in the name of a field: 19 of "tax19" and "mwst_19". */
export function findRateInName(name: Place): number | null {
  const rate = /(\d{1,2})(?:percent|prozent)?$/.exec(plainName(name))?.[1];
  return rate === undefined ? null : Number(rate);
}

function rolesWithRate(plain: string): FieldRole | undefined {
  const [, word = ''] = /^([a-z]+?)\d{1,2}(?:percent|prozent)?$/.exec(plain) ?? [];
  const role = roles.get(word);
  return role === 'net' || role === 'tax' ? role : undefined;
}

/** Returns "faelligkeitsdatum" for "Fälligkeits-Datum", and "duedate" for "due_date" and "dueDate". */
export function plainName(name: string): string {
  const known = plainNames.get(name);
  if (known !== undefined) return known;
  const plain = makePlain(name);
  // A schema has some tens of names; a table that many documents fill must not grow for ever.
  if (plainNames.size >= mostNames) plainNames.clear();
  plainNames.set(name, plain);
  return plain;
}

const plainNames = new Map<string, string>();
const mostNames = 2_000;

function makePlain(name: string): string {
  return name
    .slice(0, longestName)
    .toLowerCase()
    .replaceAll(/[äöüß]/g, (letter) => germanLetters[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]/g, '');
}

const longestName = 64;
const germanLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** Two dates of which the first is never after the second, by their plain names. */
export const orderedDates: readonly (readonly [early: string, late: string])[] = [
  ['orderdate', 'deliverydate'],
  ['bestelldatum', 'lieferdatum'],
  ['arrivedon', 'declaredon'],
  ['deliveredon', 'returnedon'],
  ['accidenton', 'reportedon'],
  ['damagedon', 'reportedon'],
  ['schadensdatum', 'meldedatum'],
  ['receivedon', 'inspectedon'],
  ['servicefrom', 'serviceto'],
  ['periodfrom', 'periodto'],
  ['leistungvon', 'leistungbis'],
];

/** Three amounts of which the first and the second make the third, or the first less the second, by plain names. */
export const sumsOfThree: readonly (readonly [first: string, sign: 1 | -1, second: string, third: string])[] =
  [
    ['goodsvalue', 1, 'duty', 'dutiablevalue'],
    ['goodsvalue', -1, 'handling', 'refund'],
    ['costs', -1, 'excess', 'claimed'],
    ['netweight', 1, 'packagingweight', 'grossweight'],
    ['receivedweight', -1, 'rejectedweight', 'acceptedweight'],
    ['warenwert', 1, 'zoll', 'zollwert'],
    ['kosten', -1, 'selbstbehalt', 'erstattung'],
    ['nettogewicht', 1, 'verpackungsgewicht', 'bruttogewicht'],
  ];

/** Fields that lines add up to where no net amount is known, by their plain names. */
export const sumsOfLines: ReadonlySet<string> = new Set(sumsOfThree.map(([first]) => first));
