import { hashText, throwDie } from '../randomness.ts';
import type { SheetRecipe } from './sheet.ts';

/** These words are printed on documents in English, Finnish and Danish; # stands for a part that varies. */
const foreignWords: readonly (readonly [english: string, finnish: string, danish: string])[] = [
  ['INVOICE', 'LASKU', 'FAKTURA'],
  ['DELIVERY NOTE', 'LÄHETYSLISTA', 'FØLGESEDDEL'],
  ['CUSTOMS DECLARATION', 'TULLI-ILMOITUS', 'TOLDANGIVELSE'],
  ['RETURN OF GOODS', 'TAVARAN PALAUTUS', 'RETURVARER'],
  ['MOTOR CLAIM', 'AUTOVAHINKO', 'BILSKADE'],
  ['PROPERTY DAMAGE', 'OMAISUUSVAHINKO', 'TINGSSKADE'],
  ['GOODS INSPECTION', 'TAVARANTARKASTUS', 'VAREKONTROL'],
  ['Page', 'Sivu', 'Side'],
  ['continued', 'jatkuu', 'fortsat'],
  // Invoices.
  ['Billed to', 'Laskutusosoite', 'Faktureres til'],
  ['Invoice number', 'Laskun numero', 'Fakturanummer'],
  ['Invoice date', 'Laskun päiväys', 'Fakturadato'],
  ['Due date', 'Eräpäivä', 'Forfaldsdato'],
  ['Your order', 'Tilauksenne', 'Deres ordre'],
  ['VAT number', 'ALV-tunnus', 'Momsnummer'],
  ['Currency', 'Valuutta', 'Valuta'],
  ['Subtotal', 'Välisumma', 'Beløb uden moms'],
  ['Total due', 'Maksettava', 'Beløb i alt'],
  ['Payment', 'Maksu', 'Betaling'],
  ['Bank account', 'Tilinumero', 'Bankkonto'],
  ['Terms', 'Maksuehdot', 'Betingelser'],
  [
    '# days net, please quote # with your payment',
    '# päivää netto, viite #',
    '# dage netto, angiv venligst # ved betaling',
  ],
  ['Description', 'Kuvaus', 'Beskrivelse'],
  ['Qty', 'Määrä', 'Antal'],
  ['Unit', 'À-hinta', 'Enhed'],
  ['Amount', 'Summa', 'Beløb'],
  [
    'Registered under #. Questions about this invoice within seven days of its receipt, please.',
    'Y-tunnus #. Huomautukset seitsemän päivän kuluessa laskun saapumisesta.',
    'CVR #. Spørgsmål til fakturaen bedes stillet inden syv dage efter modtagelsen.',
  ],
  // Delivery notes.
  ['Deliver to', 'Toimitusosoite', 'Leveres til'],
  ['Delivery note', 'Lähetyslista', 'Følgeseddel'],
  ['Delivery date', 'Toimituspäivä', 'Leveringsdato'],
  ['Order number', 'Tilausnumero', 'Ordrenummer'],
  ['Order date', 'Tilauspäivä', 'Ordredato'],
  ['Carrier', 'Kuljetusliike', 'Fragtfører'],
  ['Packages', 'Kollit', 'Kolli'],
  ['Net weight, kg', 'Nettopaino, kg', 'Nettovægt, kg'],
  ['Packaging, kg', 'Pakkaus, kg', 'Emballage, kg'],
  ['Gross weight, kg', 'Bruttopaino, kg', 'Bruttovægt, kg'],
  ['Article', 'Tuote', 'Vare'],
  ['Each, kg', 'Kpl, kg', 'Stk., kg'],
  ['Weight, kg', 'Paino, kg', 'Vægt, kg'],
  ['Received in good order', 'Vastaanotettu kunnossa', 'Modtaget i god stand'],
  ['Vehicle', 'Ajoneuvo', 'Køretøj'],
  ['Driver', 'Kuljettaja', 'Chauffør'],
  [
    'Goods remain ours until they are paid for. Damage is to be noted here before the driver leaves.',
    'Tavara on myyjän omaisuutta, kunnes se on maksettu. Vauriot merkitään tähän kuljettajan läsnä ollessa.',
    'Varerne er vores ejendom, indtil de er betalt. Skader noteres her, før chaufføren kører.',
  ],
  // Forms.
  ['Customs and Excise Service', 'Tulli- ja valmisteverovirasto', 'Told- og Afgiftsvæsenet'],
  ['Entry of goods for free circulation', 'Luovutus vapaaseen liikkeeseen', 'Overgang til fri omsætning'],
  ['To be enclosed with the goods', 'Liitettävä tavaraan', 'Vedlægges varerne'],
  ['Statement of the policyholder', 'Vakuutuksenottajan selvitys', 'Forsikringstagerens erklæring'],
  [
    'Incoming goods, chilled and ambient',
    'Saapuva tavara, kylmä ja lämmin',
    'Indgående varer, kølede og tørre',
  ],
  ['Description of goods', 'Tavaran kuvaus', 'Varebeskrivelse'],
  ['Goods returned', 'Palautettu tavara', 'Returnerede varer'],
  ['Cost claimed', 'Haettu korvaus', 'Krav'],
  ['Goods', 'Tavara', 'Varer'],
  ['Units', 'Kpl', 'Antal'],
  ['Each', 'Kpl', 'Stk.'],
  ['Declarant', 'Ilmoittaja', 'Klarerer'],
  ['Exporter', 'Viejä', 'Eksportør'],
  ['Declaration number', 'Ilmoituksen numero', 'Angivelsens nummer'],
  ['EORI number', 'EORI-numero', 'EORI-nummer'],
  ['Arrived on', 'Saapunut', 'Ankommet'],
  ['Declared on', 'Ilmoitettu', 'Angivet'],
  ['Tariff code', 'Tullinimike', 'Varekode'],
  ['Country of origin', 'Alkuperämaa', 'Oprindelsesland'],
  ['Gross mass, kg', 'Bruttopaino, kg', 'Bruttovægt, kg'],
  ['Value of goods', 'Tavaran arvo', 'Varernes værdi'],
  ['Duty', 'Tulli', 'Told'],
  ['Value with duty', 'Arvo tulleineen', 'Værdi med told'],
  ['Returned by', 'Palauttaja', 'Returneret af'],
  ['Return number', 'Palautuksen numero', 'Returnummer'],
  ['Delivered on', 'Toimitettu', 'Leveret'],
  ['Returned on', 'Palautettu', 'Returneret'],
  ['Reason', 'Syy', 'Årsag'],
  ['Damaged in transit', 'Vaurioitunut kuljetuksessa', 'Beskadiget undervejs'],
  ['Wrong article', 'Väärä tuote', 'Forkert vare'],
  ['Too many', 'Liikaa', 'For mange'],
  ['Does not work', 'Ei toimi', 'Virker ikke'],
  ['No longer needed', 'Ei enää tarpeen', 'Ikke længere nødvendig'],
  ['Handling', 'Käsittely', 'Håndtering'],
  ['Refund', 'Hyvitys', 'Tilbagebetaling'],
  ['Refund to account', 'Hyvitystili', 'Til konto'],
  ['Policyholder', 'Vakuutuksenottaja', 'Forsikringstager'],
  ['Policy number', 'Vakuutuksen numero', 'Policenummer'],
  ['Claim number', 'Vahinkonumero', 'Skadenummer'],
  ['Accident on', 'Vahinkopäivä', 'Uheld den'],
  ['Damage on', 'Vahinkopäivä', 'Skade den'],
  ['Reported on', 'Ilmoitettu', 'Anmeldt den'],
  ['Place of accident', 'Vahinkopaikka', 'Uheldssted'],
  ['Address of property', 'Kiinteistön osoite', 'Ejendommens adresse'],
  ['Registration mark', 'Rekisteritunnus', 'Registreringsnummer'],
  ['Mileage', 'Mittarilukema', 'Kilometerstand'],
  ['Cause', 'Syy', 'Årsag'],
  ['Burst pipe', 'Putkirikko', 'Sprængt rør'],
  ['Storm', 'Myrsky', 'Storm'],
  ['Fire in kitchen', 'Keittiöpalo', 'Brand i køkken'],
  ['Break-in', 'Murto', 'Indbrud'],
  ['Lightning', 'Salamanisku', 'Lynnedslag'],
  ['Subsidence', 'Maan vajoaminen', 'Sætningsskade'],
  ['Costs', 'Kustannukset', 'Omkostninger'],
  ['Excess', 'Omavastuu', 'Selvrisiko'],
  ['Amount claimed', 'Haettu summa', 'Krævet beløb'],
  ['Pay to account', 'Maksetaan tilille', 'Udbetales til konto'],
  ['Supplier', 'Toimittaja', 'Leverandør'],
  ['Goods receipt', 'Vastaanotto', 'Varemodtagelse'],
  ['Received on', 'Saapunut', 'Modtaget den'],
  ['Inspected on', 'Tarkastettu', 'Kontrolleret den'],
  ['Inspector', 'Tarkastaja', 'Kontrollør'],
  ['Lot', 'Erä', 'Parti'],
  ['Temperature, °C', 'Lämpötila, °C', 'Temperatur, °C'],
  ['Received', 'Saapunut', 'Modtaget'],
  ['Rejected', 'Hylätty', 'Afvist'],
  ['Accepted', 'Hyväksytty', 'Godkendt'],
  ['Declaration', 'Vakuutus', 'Erklæring'],
  ['Signed', 'Allekirjoitus', 'Underskrift'],
  [
    'What I have stated here is complete and true to my knowledge.',
    'Vakuutan antamani tiedot oikeiksi ja täydellisiksi.',
    'Mine oplysninger er fuldstændige og sande efter min bedste overbevisning.',
  ],
  [
    'Form # 12/2025. Keep a copy for your records.',
    'Lomake # 12/2025. Säilytä jäljennös.',
    'Blanket # 12/2025. Gem en kopi.',
  ],
];

/** A language that the readers do not support, in letters that the page can print. */
export interface Language {
  readonly name: string;
  readonly country: 'FI' | 'DK';
  readonly words: ReadonlyMap<string, string>;
  /** The services and wares fit any trade. */
  readonly services: readonly string[];
  readonly wares: readonly string[];
}

export function pickLanguage(recipe: Pick<SheetRecipe, 'defect' | 'seed'>): Language | undefined {
  if (recipe.defect !== 'unsupported language') return undefined;
  return throwDie(hashText(recipe.seed), 40) < 0.5 ? finnish : danish;
}

/** Translates an English text into the language of the page. */
export type Say = (text: string) => string;

export function sayIn(language: Language | undefined): Say {
  return language ? (text) => language.words.get(text) ?? text : same;
}

const same: Say = (text) => text;

const finnish: Language = {
  name: 'Finnish',
  country: 'FI',
  words: new Map(foreignWords.map(([english, word]) => [english, word])),
  services: [
    'Kuljetus, sovittu hinta',
    'Työtunnit',
    'Materiaalit',
    'Laitevuokra, päivät',
    'Toimitusmaksu',
    'Varastointi, päivät',
    'Pientarvikkeet',
    'Huolto ja tarkastus',
    'Asiakirjamaksu',
    'Pakkaus',
  ],
  wares: [
    'Kuormalava, sekatavara',
    'Laatikko, suuri',
    'Laatikko, pieni',
    'Säkki',
    'Tynnyri',
    'Säiliö, 200 l',
    'Rulla',
    'Nippu',
    'Kori',
  ],
};
const danish: Language = {
  name: 'Danish',
  country: 'DK',
  words: new Map(foreignWords.map(([english, , word]) => [english, word])),
  services: [
    'Transport, aftalt pris',
    'Arbejdstimer',
    'Materialer',
    'Leje af udstyr, dage',
    'Levering',
    'Opbevaring, dage',
    'Småmaterialer',
    'Eftersyn og kontrol',
    'Dokumentgebyr',
    'Emballage',
  ],
  wares: [
    'Palle, blandet gods',
    'Kasse, stor',
    'Kasse, lille',
    'Sæk',
    'Tromle',
    'Tank, 200 l',
    'Rulle',
    'Bundt',
    'Kurv',
  ],
};
