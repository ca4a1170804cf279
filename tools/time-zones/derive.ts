/** Input data. Zones are names of the tz database. */
export interface ZoneSources {
  /** Calling codes with their countries, main country first; none for satellites and freephone. */
  readonly countriesByCode: Readonly<Record<string, readonly string[]>>
  /** Zones of a country in the tz database; empty for missing territories. */
  zonesOfCountry(country: string): readonly string[]
  /** libphonenumber's map of number prefixes to zones, joined by `&`. */
  readonly zonesByPrefix: Readonly<Record<string, string>>
}

interface Row {
  readonly prefix: string
  readonly zones: readonly string[]
}

/**
 * Calling codes whose mobile numbers have area codes, with the number of digits that identify the area. Mobile numbers
 * of other countries may be anywhere in the country.
 */
const areaDigits: Readonly<Record<string, number>> = { 1: 4, 52: 5, 55: 4 }

/** Countries that share a calling code but not their first digits: Kazakhstan has 77, and Russia the rest of 7. */
const countriesByPrefix: Readonly<Record<string, string>> = { 77: 'KZ' }

/**
 * Overlay area codes with the older code whose zones they get, because libphonenumber has a wrong or incomplete zone.
 */
const overlays: Readonly<Record<string, string>> = {
  1236: '1250',
  1257: '1250',
  1364: '1270',
  1367: '1418',
  1448: '1850',
  1458: '1541',
  1474: '1306',
  1581: '1418',
  1672: '1250',
  1689: '1407',
  1778: '1250',
  1930: '1812',
}

/** Chihuahua left the zone of Mazatlán in 2022, but libphonenumber still combines them. */
const alsoIn: Readonly<Record<string, string>> = { 'America/Mazatlan': 'America/Chihuahua' }

/** Mexican mobile numbers had a 1 after the calling code until 2019, and are still written with it. */
const mexico = '52'

/** Returns all possible zones of mobile numbers by prefix. The longest prefix of a number applies. */
export function deriveZones(sources: ZoneSources): Map<string, readonly string[]> {
  const { countriesByCode, zonesOfCountry, zonesByPrefix } = sources
  const derived = new Map<string, readonly string[]>()
  for (const [code, countries] of Object.entries(countriesByCode)) {
    const zones = countries.flatMap(zonesOfCountry)
    derived.set(code, unique(zones.length > 0 ? zones : (zonesByPrefix[code] ?? 'UTC').split('&')))
  }
  for (const [prefix, country] of Object.entries(countriesByPrefix))
    derived.set(prefix, unique(zonesOfCountry(country)))

  const rows = Object.entries(zonesByPrefix).map(([prefix, zones]) => ({ prefix, zones: withMoved(zones.split('&')) }))
  for (const [code, digits] of Object.entries(areaDigits)) {
    const national = rows.filter(({ prefix }) => prefix.startsWith(code) && prefix !== code)
    for (const [area, zones] of deriveAreas(national, digits)) {
      derived.set(area, zones)
      if (code === mexico) derived.set(`${mexico}1${area.slice(mexico.length)}`, zones)
    }
  }
  for (const [area, older] of Object.entries(overlays)) derived.set(area, derived.get(older) ?? [])
  return derived
}

/**
 * Rows longer than an area code are fixed-line ranges. A mobile number may be anywhere in its area, so it gets the
 * zones of all ranges.
 */
function deriveAreas(rows: readonly Row[], digits: number): Map<string, readonly string[]> {
  const areas = new Map<string, readonly string[]>()
  for (const { prefix } of rows) {
    const area = prefix.slice(0, digits)
    if (areas.has(area)) continue
    const within = area.length < digits ? rows.filter((row) => row.prefix === area) : findWithin(rows, area)
    areas.set(area, unique(within.flatMap(({ zones }) => zones)))
  }
  return areas
}

/** Returns the rows of an area and the row that covers its remaining numbers. */
function findWithin(rows: readonly Row[], area: string): readonly Row[] {
  const covering = rows.filter(({ prefix }) => prefix.length < area.length && area.startsWith(prefix))
  const rest = covering.toSorted((one, other) => other.prefix.length - one.prefix.length).slice(0, 1)
  const within = rows.filter(({ prefix }) => prefix.startsWith(area))
  return within.some(({ prefix }) => prefix === area) ? within : [...within, ...rest]
}

const withMoved = (zones: readonly string[]) =>
  zones.flatMap((zone) => (alsoIn[zone] === undefined ? [zone] : [zone, alsoIn[zone]]))

const unique = (zones: readonly string[]) => [...new Set(zones)].sort()

/** Prints one entry per set of zones, followed by its prefixes, with a paragraph for each pair of first digits. */
export function printTable(derived: ReadonlyMap<string, readonly string[]>, columns: number): string {
  const prefixesByZones = new Map<string, string[]>()
  for (const [prefix, zones] of [...derived].sort()) {
    const key = zones.join(' ')
    const prefixes = prefixesByZones.get(key)
    if (prefixes === undefined) prefixesByZones.set(key, [prefix])
    else prefixes.push(prefix)
  }
  const entries = [...prefixesByZones].map(([zones, prefixes]) => ({
    zones,
    prefixes,
    start: prefixes[0]?.slice(0, 2),
  }))
  return [...Map.groupBy(entries, ({ start }) => start).values()]
    .map((group) => wrap(group.map(({ zones, prefixes }) => `${zones} ${prefixes.join(' ')}`).join(' '), columns))
    .join('\n')
}

function wrap(text: string, columns: number): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > columns)
      lines.push(line === undefined ? word : `  ${word}`)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join('\n')
}
